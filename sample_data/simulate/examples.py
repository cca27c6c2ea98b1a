"""The three worked examples of the 2007 paper (Section 4.1), with the Beatles as four classes."""

from simulate.files import Files, Table

KEY: Table = [
    ("question", "class", "answer", "level"),
    ("beatles", "mccartney", "Sir Paul McCartney", "S"),
    ("beatles", "mccartney", "Paul McCartney", "S"),
    ("beatles", "mccartney", "McCartney", "A"),
    ("beatles", "mccartney", "Paul", "B"),
    ("beatles", "lennon", "John Lennon", "S"),
    ("beatles", "lennon", "Lennon", "A"),
    ("beatles", "harrison", "George Harrison", "S"),
    ("beatles", "harrison", "Harrison", "A"),
    ("beatles", "starr", "Ringo Starr", "S"),
    ("beatles", "starr", "Starr", "A"),
    ("dvd", "dvd", "Digital Versatile Disk", "S"),
    ("dvd", "dvd", "Digital Video Disk", "A"),
    ("love", "nil", "NIL", "A"),
]

RUNS = {
    "paper": {
        "beatles": ["McCartney", "Lennon", "Paul", "George Harrison", "Starr"],
        "dvd": ["Digital Video Disk", "Digital Versatile Disk"],
        "love": ["NIL"],
    },
    "late-nil": {
        "beatles": ["Mick Jagger", "Paul", "Ringo Starr", "Sir Paul McCartney"],
        "dvd": ["Digital Voice Device", "Digital Versatile Disk"],
        "love": ["a strong feeling", "NIL"],
    },
    "ideal": {
        "beatles": ["Paul McCartney", "John Lennon", "George Harrison", "Ringo Starr"],
        "dvd": ["Digital Versatile Disk"],
        "love": ["NIL"],
    },
}


def examples(seed: int | None = None) -> Files:
    """The key and three runs; the seed is there so that all collections are called alike."""
    files: Files = {"key.tsv": KEY}
    for run, answered in RUNS.items():
        rows: Table = [("question", "rank", "answer")]
        for question, answers in answered.items():
            rows += [(question, rank, answer) for rank, answer in enumerate(answers, 1)]
        files[f"runs/{run}.tsv"] = rows
    return files
