"""A drawn SVG file becomes part of a page: text in the page's font, ink in its colours."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from qaeval.presentation.plots.canvas import COLOURS

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_LINKED = re.compile(r'href="#([^"]+)"')
_FONT = re.compile(r"font: (?:[a-z]+ )*([0-9.]+)px [^;]*|font-family: [^;]*")
_COLOUR = re.compile(r"#[0-9a-f]{6}")
# What the page decides: black is its ink, white its paper, and the curves have colours by theme.
_INKS = {
    "#ffffff": "var(--paper, #ffffff)",
    **{colour: f"var(--series-{i}, {colour})" for i, colour in enumerate(COLOURS)},
    "#000000": "currentColor",
}
_NOT_DRAWN = ("metadata", "style", "title")


def fragment(svg: bytes, name: str, label: str) -> str:
    """The picture as an element for a page: ids begin with `name`, `label` is read out for it."""
    root = ElementTree.fromstring(svg)
    _drop(root)
    used = set(_REFERENCE.findall(svg.decode())) | set(_LINKED.findall(svg.decode()))
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
        element.tail = None
        if element.tag not in ("text", "tspan"):
            element.text = None
        if element.get("id") not in used:
            element.attrib.pop("id", None)
        _rename(element, name)
        _recolour(element)
    _ink(root)
    box = root.get("viewBox", "")
    root.attrib.clear()
    root.attrib.update(
        {
            "viewBox": box,
            "role": "img",
            "aria-label": label,
            "class": "drawing",
            "stroke-linejoin": "round",
        }
    )
    return ElementTree.tostring(root, encoding="unicode")


def _drop(element: ElementTree.Element) -> None:
    """Take out what is not drawn, and the white sheet behind the picture."""
    for child in list(element):
        kind = str(child.tag).removeprefix(_SVG)
        if kind in _NOT_DRAWN or child.get("id") == "patch_1":
            element.remove(child)
        else:
            _drop(child)


def _rename(element: ElementTree.Element, name: str) -> None:
    """Ids that no other picture of the page has, and links to them."""
    link = element.attrib.pop(_LINK, None)
    if link is not None:
        element.set("href", f"#{name}-{link.removeprefix('#')}")
    for key, value in element.attrib.items():
        if key == "id":
            element.set(key, f"{name}-{value}")
        elif "url(#" in value:
            element.set(key, _REFERENCE.sub(rf"url(#{name}-\1)", value))


def _ink(element: ElementTree.Element) -> None:
    """What says no colour is black; what is drawn by reference is coloured where it is used."""
    for child in element:
        if child.tag == "defs":
            continue
        style = child.get("style", "")
        if child.tag in ("text", "path", "use") and "fill:" not in style:
            child.set("style", f"{style}; fill: currentColor".strip("; "))
        _ink(child)


def _recolour(element: ElementTree.Element) -> None:
    style = element.get("style", "")
    if element.tag == "text":
        style = _FONT.sub(lambda font: f"font-size: {font[1]}px" if font[1] else "", style)
    style = _COLOUR.sub(lambda colour: _INKS.get(colour[0], colour[0]), style)
    if style:
        element.set("style", "; ".join(part for part in re.split("; *", style) if part))
