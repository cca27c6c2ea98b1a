# From a table `pattern answers`: one question per answer, labelled by four assessors; no vote is a C.
BEGIN { OFS = "\t"; print "question", "answer", "assessor", "label" }
/^#/ || /^pattern/ { next }
{
    votes = $1 == "-" ? "" : $1
    for (i = 0; i < $2; i++) {
        made++
        for (j = 1; j <= 4; j++) {
            label = j <= length(votes) ? substr(votes, j, 1) : "C"
            print "Q" made, "A" made, "J" j, label
        }
    }
}
