"""AP, RR and nDCG by pytrec_eval, as its documentation reads files.

python with_pytrec_eval.py QRELS RUN
"""

import sys
from pathlib import Path

import pytrec_eval

with Path(sys.argv[1]).open() as file:
    qrels = pytrec_eval.parse_qrel(file)
with Path(sys.argv[2]).open() as file:
    run = pytrec_eval.parse_run(file)
names = ("map", "recip_rank", "ndcg")
found = pytrec_eval.RelevanceEvaluator(qrels, set(names)).evaluate(run)
for question, values in found.items():
    for name in names:
        print(name, question, values[name])
for name in names:
    print(name, "all", sum(values[name] for values in found.values()) / len(found))
