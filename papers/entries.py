"""Every table and figure of the five papers: what it is, how it comes out, and from which file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import beside
import recomputed_2007
import recomputed_2009
import recomputed_2010
import recomputed_2011

EXACT, FORM, WORDS = "exact", "form", "words"


@dataclass(frozen=True)
class Entry:
    """A table or figure; so many lines of its file are shown, from the one that begins with "
    "`start`."""

    number: str
    title: str
    kind: str
    file: str = ""
    lines: int = 0
    note: str = ""
    start: str = ""
    beside: Callable[[Path], list[list[str]]] | None = None


@dataclass(frozen=True)
class Paper:
    """A paper: where its files are, and what must be made before its tables."""

    short: str
    title: str
    folder: str
    about: str
    first: tuple[str, ...]
    entries: tuple[Entry, ...]
    recomputed: ModuleType
    remark: str = ""


RELIABILITY = Paper(
    "Sakai 2004 and 2007",
    "Sakai 2004, A note on the reliability of Japanese question answering evaluation; "
    "Sakai 2007, On the reliability of factoid question answering evaluation (ACM TALIP 6(1))",
    "2007",
    "The second is the journal version of the first: Tables 1–3 and I–III are the same, "
    "figures are "
    "numbered as in 2007, with the number of 2004 behind a slash. NTCIR-4 QAC2's runs are not "
    "public; "
    "`sample_data/factoid` (195 questions, 25 runs; ten settings of one system) and "
    "`sample_data/list` "
    "(199 questions, 14 runs) have their sizes. 1000 trials, strict swaps.",
    ("formal.tsv", "settings.tsv", "list.tsv"),
    (
        Entry("Formulas 1–3", "minority rate, proportion of ties, Q-measure", EXACT,
              note="`qaeval measures Q` and the help of `stability` give them; the tests compare "
              "with slow implementations in fractions."),
        Entry("Figures 1, 2", "algorithms of stability and swap", EXACT,
              note="`stability` and `swap`, but for the two slips told below."),
        Entry("Figure 7 / –, Section 4.1", "marking, and the worked examples", EXACT,
              "section-4.1.txt", 16, beside=beside.worked_examples),
        Entry("Figure 3 / 3", "mean performance of the formal runs", FORM, "figure-03.txt", 7),
        Entry("Section 3", "run pairs that differ (sign test)", FORM, "section-3-pairs.txt", 1,
              "Paper: 68% of 300 pairs at .01, an additional 7% at .05.", "RR: "),
        Entry("Figure 4 / 4", "minority rate against ties, c = 97", FORM, "figure-04.txt", 7,
              start="ties at"),
        Entry("Figure 5 / 5", "swap rates, c = 97", FORM, "figure-05.txt", 6),
        Entry("Figure 6 / 6", "swap rates, c = 50", FORM, "figure-06.txt"),
        Entry("Table I / 1", "sensitivity, formal runs, c = 97 and 50", FORM, "table-1.txt", 15,
              beside=beside.sensitivity_2007("1")),
        Entry("Figure 8 / 7", "mean performance of ten settings of one system", FORM,
              "figure-08.txt", 7),
        Entry("Section 4.2", "setting pairs that differ (sign test)", FORM,
              "section-4.2-pairs.txt", 1,
              "Paper: 69% of 45 pairs at .01, an additional 13% at .05.", "RR: "),
        Entry("Figure 9 / 8", "minority rate against ties, ten settings, c = 97", FORM,
              "figure-09.txt", 10, start="ties at"),
        Entry("Figure 10 / 9", "swap rates, ten settings, c = 97", FORM, "figure-10.txt"),
        Entry("Figure 11 / 10", "swap rates, ten settings, c = 50", FORM, "figure-11.txt"),
        Entry("Table II / 2", "sensitivity, ten settings, c = 97 and 50", FORM, "table-2.txt", 0,
              beside=beside.sensitivity_2007("2")),
        Entry("Figure 12 / 11", "mean F-measure of the list runs", FORM, "figure-12.txt", 7),
        Entry("Section 5", "list run pairs that differ (sign test)", FORM, "section-5-pairs.txt", 1,
              "Paper: 63% of 91 pairs at .01, an additional 15% at .05.", "F: "),
        Entry("Figure 13 / 12", "minority rate against ties, list runs, c = 97", FORM,
              "figure-13.txt", 5, "Paper: about 17% of ties at 1%.", "ties at"),
        Entry("Figure 14 / 13", "swap rates, list runs, c = 97", FORM, "figure-14.txt"),
        Entry("Table III / 3", "sensitivity of F-measure, c = 97", FORM, "table-3.txt", 0,
              beside=beside.sensitivity_2007("3")),
    ),
    recomputed_2007,
)  # fmt: skip

TIME = Paper(
    "Llopis et al. 2009",
    "Llopis, Escapa, Ferrández, Navarro & Noguera 2009, How long can you wait for your QA system?",
    "2009",
    "Table 1's scores and times are published (`sample_data/timed/clef2006.tsv`), so "
    "everything follows "
    "from them.",
    (),
    (
        Entry("Formula 1", "MRRT", EXACT, note="`qaeval measures MRRT`."),
        Entry("Tables 1, 2", "effective times; accuracy discounted by time", EXACT,
              "tables-1-2.txt", 19,
              beside=beside.answer_times),
        Entry("Figure 1", "iso-ranking curves, r = 1", EXACT, "figure-1.txt", 0,
              "The six runs of Table 1 on their curves."),
    ),
    recomputed_2009,
)  # fmt: skip

COMMUNITY = Paper(
    "Sakai et al. 2010",
    "Sakai, Ishikawa & Kando 2010, Overview of the NTCIR-8 community QA pilot task (part II): "
    "system evaluation",
    "2010",
    "The collection is not public; `sample_data/cqa` has its sizes (1,500 questions, four "
    "assessors, 13 runs), "
    "and its Makefile builds every table. Table 2's numbers of answers are published, and Tables 2 "
    "and 21 follow from them.",
    (
        *(f"{scheme}.qrels" for scheme in ("ga", "gaw", "ufa", "ufba", "ba")),
        *(f"loo{judge}.qrels" for judge in range(1, 5)),
        *(f"humans/{who}.txt" for who in ("J1", "J2", "J3", "J4", "BA")),
        *("official.tsv", "gaw.tsv", "best.tsv"),
        *(f"loo{judge}.tsv" for judge in range(1, 5)),
        "printed-assessments.tsv",
    ),
    (
        Entry("Formulas 1–5", "Hit@1, nG@1, nDCG, Q", EXACT, note="`qaeval measures`."),
        Entry("Table 1", "teams", WORDS, note="Names; 13 runs, as here."),
        Entry("Table 2", "patterns and levels (GA)", EXACT, "table-02-printed.tsv", 0,
              "From the published numbers of answers with each pattern.", beside=beside.ga_levels),
        Entry("Tables 2, 3", "patterns, levels, answers per question", FORM, "table-02-03.txt", 42),
        Entry("Table 4", "favourite answers (UFA, UFBA) over questions", FORM, "table-04.txt", 0,
              "Our copy of the paper has no usable Table 4: its column of questions adds up to "
              "more than "
              "1,500. The text's means are 4.18 and 4.22."),
        Entry("Table 5", "mean performance, all questions", FORM, "table-05.txt", 15,
              "Scores, then the marks of the sign test between neighbours."),
        Entry("Figure 1", "mean performance, drawn", FORM, "figure-01.txt"),
        Entry("Table 6", "mean performance, good questions", FORM, "table-06.txt"),
        Entry("Tables 7–20", "mean performance in each of 14 categories", FORM,
              "tables-07-20.txt", 17),
        Entry("Figure 2", "easy, medium, hard questions by category: BA-Hit@1", FORM,
              "figure-02.txt", 8),
        Entry("Figure 3", "the same: GA-nG@1", FORM, "figure-03.txt"),
        Entry("Figure 4", "the same: GA-nDCG", FORM, "figure-04.txt"),
        Entry("Figure 5", "the same: GA-Q", FORM, "figure-05.txt"),
        Entry("Figure 6", "questions on which BA and GA disagree", FORM, "figure-06.txt", 8,
              "The paper shows the texts of three; ours have no text."),
        Entry("Figure 7", "questions by BA-Hit@1 and GA-nG@1", FORM, "figure-07.txt"),
        Entry("Figure 8", "questions by BA-Hit@1 and GA-nDCG", FORM, "figure-08.txt"),
        Entry("Figure 9", "questions by GA-nG@1 and GA-nDCG", FORM, "figure-09.txt", 3,
              "Paper: tau .810."),
        Entry("Figure 10", "questions by GA-nG@1 and GA-Q", FORM,
              "figure-10.txt", 3, "Paper: tau .727."),
        Entry("Figure 11", "questions by GA-nDCG and GA-Q", FORM,
              "figure-11.txt", 3, "Paper: tau .876."),
        Entry("Table 21", "patterns and levels by weight (GAW)", EXACT, "table-21-printed.tsv", 0,
              "From the published numbers of answers with each pattern.", beside=beside.gaw_levels),
        Entry("Tables 21, 24", "levels by weight, and without each judge", FORM,
              "tables-21-24.txt", 12,
              "Levels L0…L8, and L0…L6 without one judge, as in the paper.", "Levels without"),
        Entry("Table 22", "GAW with judges and askers as systems", FORM, "table-22.txt", 22),
        Entry("Table 23", "BA-Hit@1 with judges", FORM, "table-23.txt"),
        Entry("Table 25", "without J1 (LOO1), rank moves from GAW", FORM, "table-25.txt", 22),
        Entry("Table 26", "without J2", FORM, "table-26.txt"),
        Entry("Table 27", "without J3", FORM, "table-27.txt"),
        Entry("Table 28", "without J4", FORM, "table-28.txt"),
        Entry("Figure 12", "rankings against GAW-nG@1", FORM, "figure-12.txt", 5),
        Entry("Figure 13", "LOO rankings against GAW: nG@1", FORM, "figure-13.txt", 6),
        Entry("Figure 14", "the same: nDCG", FORM, "figure-14.txt"),
        Entry("Figure 15", "the same: Q", FORM, "figure-15.txt"),
        Entry("–", "agreement of the assessors (not in the paper)", FORM, "agreement.txt"),
    ),
    recomputed_2010,
    "In Tables 7–20 the BA column counts the good questions only: the denominators that fit "
    "add up to 1,429, "
    "those of the other columns to 1,500. The nine cells of GA-nG@1 are one unit too high in "
    "the last digit, as "
    "if the values of single questions (2/3) had been written .6667 before they were averaged.",
)  # fmt: skip

NON_RESPONSE = Paper(
    "Peñas & Rodrigo 2011",
    "Peñas & Rodrigo 2011, A simple measure to assess non-response (ACL)",
    "2011",
    "The judged runs of QA@CLEF 2009 are not public. `sample_data/response` (500 questions, 44 "
    "runs) has four runs "
    "with the counts of Table 3; the others are made up. 100 trials, c = 250, original swaps.",
    ("response.tsv",),
    (
        Entry("Table 1, Formula 1", "contingency table and UF", EXACT, "table-1.txt", 6),
        Entry("Formulas 2–6, Section 3", "estimates of what silence is worth", EXACT,
              "section-3.txt", 6,
              "`PC,est=accuracy` is c@1 (Formula 4), `half` Formula 2, `precision` Formula 5, "
              "`error` Formula 6."),
        Entry("Formulas 7, 8, Figures 1, 3", "stability and swap", EXACT,
              note="`stability` and `swap --swaps original`."),
        Entry("Formulas 9–12", "CWS, AP, K1", EXACT, note="`qaeval measures CWS`, `AP`, `K1`."),
        Entry("Figure 2", "minority rate (error rate) against ties", FORM,
              "figure-2.txt", 7, start="ties at"),
        Entry("Table 2", "sensitivity of UF, c@1 and accuracy", FORM, "table-2.txt", 0,
              beside=beside.sensitivity_2011),
        Entry("Table 3", "c@1 and accuracy of four systems", EXACT, "table-3.txt", 6,
              beside=beside.systems),
    ),
    recomputed_2011,
)  # fmt: skip

PAPERS = (RELIABILITY, TIME, COMMUNITY, NON_RESPONSE)
