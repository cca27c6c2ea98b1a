"""Make the sample report by the commands of docs/report.md, for the site.

python docs/report.py FILE
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).parent / "report.md"
MADE = "sample-report.html"


def make(folder: Path) -> Path:
    """Run the page's commands in an empty folder, and give the report that they make."""
    (folder / "sample_data").symlink_to(PAGE.parent.parent / "sample_data")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    text = PAGE.read_text(encoding="utf-8").replace("\\\n", "")
    for line in re.findall(r"(?m)^\$ (qaeval .*)$", text):
        subprocess.run(
            ["bash", "-c", line], cwd=folder, env={**os.environ, "PATH": path}, check=True
        )
    return folder / MADE


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        Path(sys.argv[1]).write_bytes(make(Path(folder)).read_bytes())
