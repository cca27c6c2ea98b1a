"""AP, RR and nDCG by ranx, as its documentation reads files.

python with_ranx.py QRELS RUN
"""

import sys

from ranx import Qrels, Run, evaluate

NAMES = {"map": "map", "mrr": "recip_rank", "ndcg": "ndcg"}

qrels, run = (
    kind.from_file(path, kind="trec") for kind, path in zip((Qrels, Run), sys.argv[1:], strict=True)
)
means = evaluate(qrels, run, list(NAMES))
for theirs, name in NAMES.items():
    for question, value in run.scores[theirs].items():
        print(name, question, value)
    print(name, "all", means[theirs])
