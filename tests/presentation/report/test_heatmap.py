"""The heat map: each pixel is its value, and bright is better for every eye."""

import struct
import zlib

import numpy as np
import pytest

from qaeval.presentation.report.heatmap import colours, heat_map


def decoded(png):
    """The rows of palette places, and the palette, of an unfiltered indexed PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, found = 8, {}
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert check == zlib.crc32(kind + body)
        found[kind] = body
        at += 12 + length
    width, height, depth, colour = struct.unpack(">IIBB", found[b"IHDR"][:10])
    assert (depth, colour) == (8, 3)
    rows = np.frombuffer(zlib.decompress(found[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not rows[:, 0].any()
    return rows[:, 1:], np.frombuffer(found[b"PLTE"], np.uint8).reshape(-1, 3)


def luminance(rgb):
    """Relative luminance (WCAG 2)."""
    part = np.asarray(rgb) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def test_pixels_are_values():
    column = np.array([[1, 0.5, 1 / 3], [0, 0.25, 1]])
    found = heat_map(column, "high", height=3)
    pixels, palette = decoded(found.png)
    assert pixels.shape == (6, 3)
    np.testing.assert_array_equal(np.array(found.values)[pixels[::3]], column)
    np.testing.assert_array_equal(pixels[0], pixels[2])
    assert (found.low, found.high, found.rounded) == (0.0, 1.0, False)
    light = luminance(palette)
    assert light[found.values.index(1.0)] > light[found.values.index(0.5)] > light[0]


def test_where_low_is_better_it_is_bright():
    found = heat_map(np.array([[0.0, 1.0]]), "low")
    pixels, palette = decoded(found.png)
    assert luminance(palette[pixels[0, 0]]) > luminance(palette[pixels[0, 1]])


def test_more_values_than_colours():
    column = np.linspace(-2, 7, 1000).reshape(4, 250)
    found = heat_map(column, "high")
    pixels, _ = decoded(found.png)
    assert found.rounded and (found.low, found.high) == (-2, 7)
    assert np.abs(np.array(found.values)[pixels] - column).max() <= 9 / 255 / 2 + 1e-12


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0, 3.0])
def test_one_value(value):
    found = heat_map(np.full((2, 3), value), "high")
    pixels, palette = decoded(found.png)
    assert found.values == [value] and not pixels.any() and len(palette) == 1


def test_lightness_rises_all_the_way():
    steps = np.diff(luminance(colours(np.linspace(0, 1, 256))))
    assert (steps > 0).all()
