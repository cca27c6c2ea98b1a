"""Write the sample report anew, by the README's own commands.

    python docs/make.py

A test compares what is committed with what the commands make today.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
NAME = "sample-report.html"


def commands():
    """The lines of the README that make the score table and the page."""
    lines = re.findall(r"(?m)^\$ (qaeval .*)$", (HERE.parent / "README.md").read_text())
    return [next(line for line in lines if f"-o {made}" in line) for made in ("factoid.tsv", NAME)]


def page(folder):
    """The sample report, made in an empty folder."""
    (folder / "sample_data").symlink_to(HERE.parent / "sample_data")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for line in commands():
        subprocess.run(
            ["bash", "-c", line], cwd=folder, env={**os.environ, "PATH": path}, check=True
        )
    return (folder / NAME).read_text(encoding="utf-8")


def without_pictures(html):
    """The page less what another matplotlib or zlib would write otherwise."""
    html = re.sub(r'<svg [^>]*role="img".*?</svg>', "", html, flags=re.DOTALL)
    return re.sub(r"data:image/png;base64,[^\"]*", "", html)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        (HERE / NAME).write_text(page(Path(folder)), encoding="utf-8")
