import pytest

from qaeval import InputError
from qaeval.files.candidates import read_candidates


@pytest.mark.parametrize(
    "text",
    [
        "question\tid\nQ1\ta\nQ1\tb\nQ2\tc\n",
        "id,note,question\na,x,Q1\nb,y,Q1\nc,z,Q2\nc,z,Q2\n",
        "question\tanswer\nQ1\ta\nQ1\tb\nQ2\tc\n",
        "Q1 a\nQ1 b\nQ2 c\n",
        "Q1 a 0\nQ1 b 0\nQ2 c 1\n",
        "Q1 0 a 0\nQ1 0 b -1\nQ2 0 c 1\n",
        "Q1 Q0 a 1 0.9 bm25\nQ1 Q0 b 2 0.8 bm25\nQ2 Q0 c 1 0.7 bm25\n",
        "Q1, a, b\nQ2, c\n",
        '{"question": "Q1", "answers": ["a", "b"]}\n{"question": "Q2", "answers": ["c"]}\n',
    ],
    ids=["tsv", "csv", "answer", "pairs", "ntcir", "qrels", "trec", "cqa", "jsonl"],
)
def test_formats(put, text):
    pools = read_candidates(str(put("pool", text)))
    assert {question: list(pool) for question, pool in pools.items()} == {
        "Q1": ["a", "b"],
        "Q2": ["c"],
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("question\tdoc\nQ1\ta\n", "pool:1: no column 'id' or 'answer' in the header"),
        ("question\tid\tanswer\nQ1\ta\tb\n", "pool:1: columns id, answer in the header"),
        ("question\tid\nQ1\t\n", "pool:2: the candidate is empty"),
        ("question\tid\n", "pool: no candidates below the header"),
        ("Q1 a\nQ1 a b\n", "pool:2: 3 fields, expected 2"),
        ("Q1\n", "pool:1: fits no candidate format"),
    ],
)
def test_refused(put, text, message):
    path = put("pool", text)
    with pytest.raises(InputError) as refused:
        read_candidates(str(path))
    assert message in str(refused.value)
