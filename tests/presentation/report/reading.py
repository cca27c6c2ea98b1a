"""A report read as a browser's parser would: elements with their attributes and text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

VOID = {"meta", "link", "img", "input", "br", "wbr", "col", "path", "use", "rect", "circle"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    children: list[Element | str] = field(default_factory=list)

    def all(self, tag: str | None = None, **attributes: str | None) -> Iterator[Element]:
        """The elements below, of a kind and with these attributes."""
        for child in self.children:
            if isinstance(child, str):
                continue
            wanted = all(child.attributes.get(k.rstrip("_")) == v for k, v in attributes.items())
            if tag in (None, child.tag) and wanted:
                yield child
            yield from child.all(tag, **attributes)

    def one(self, tag: str | None = None, **attributes: str | None) -> Element:
        (found,) = self.all(tag, **attributes)
        return found

    @property
    def text(self) -> str:
        return "".join(c if isinstance(c, str) else c.text for c in self.children)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice: {attrs}"
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(html: str) -> Element:
    """The document, every element of which is closed in its place."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == [reader.root]
    return reader.root


def table(page: Element, caption: str) -> list[list[str]]:
    """The rows of the table with this caption: heads first, then cells as text."""
    (found,) = [t for t in page.all("table") if next(t.all("caption")).text == caption]
    rows = []
    for row in found.all("tr"):
        cells = [c for c in row.children if isinstance(c, Element) and c.tag in ("th", "td")]
        rows.append([" ".join(c.text.split()) for c in cells])
    return rows


def told(page: Element) -> Any:
    """What the script is told."""
    return json.loads(page.one("script", id="told").text)
