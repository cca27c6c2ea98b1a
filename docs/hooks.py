"""What MkDocs does not do alone: pages outside docs/, links to them, and the sample report.

In the repository a page links to another by its place there, so that links work in a clone too.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent

# Where each page of the repository stands on the site.
PAGES = {
    "README.md": "index.md",
    "PAPERS.md": "paper-tables.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "bench/RESULTS.md": "bench-results.md",
    "sample_data/README.md": "sample-data.md",
}
SOURCES = {page: source for source, page in PAGES.items()}

SAMPLE_REPORT = ROOT / "build/docs/sample-report.html"
SAMPLE_LINK = f"""
## The report that these commands make

[Open the sample report]({SAMPLE_REPORT.name}).
"""

# A link or a picture whose target is neither an address nor a place on the same page.
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the repository, and the sample report that `make site` has built."""
    for source, page in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    if SAMPLE_REPORT.exists():
        files.append(File.generated(config, SAMPLE_REPORT.name, abs_src_path=str(SAMPLE_REPORT)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links between files of the repository into links between pages of the site."""
    source = SOURCES.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    folder = posixpath.dirname(source)

    def on_site(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[0]))
        return PAGES.get(target, target.removeprefix("docs/"))

    if page.file.src_uri == "report.md":
        return LINK.sub(on_site, markdown) + SAMPLE_LINK
    return LINK.sub(on_site, markdown)
