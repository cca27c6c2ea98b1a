"""Runs × questions as one small PNG whose palette holds the colours of the values."""

from __future__ import annotations

import base64
import struct
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats

# From dark to bright, lightness rising all the way, so that grey and colour-blind eyes see the
# same order: midnight, steel blue, sea green, straw, cream.
_RAMP = ((16, 26, 66), (38, 84, 140), (62, 150, 150), (190, 196, 110), (255, 246, 205))
_COLOURS = 256


@dataclass(frozen=True)
class HeatMap:
    """The picture, and the value that each colour of its palette stands for."""

    png: bytes
    values: list[float]
    rounded: bool  # there were more different values than colours
    low: float
    high: float

    @property
    def uri(self) -> str:
        """The picture as an address that holds it."""
        return data_uri(self.png)


def heat_map(column: Floats, better: str, height: int = 1) -> HeatMap:
    """A column of pixels per question, `height` rows of them per run; bright is better.

    Rows as high as they are shown keep runs apart where a screen has to shrink the columns.
    """
    low, high = _ends(column)
    known, index = np.unique(column, return_inverse=True)
    rounded = len(known) > _COLOURS
    if rounded:
        steps = np.rint((column - low) / (high - low) * (_COLOURS - 1))
        known, index = np.linspace(low, high, _COLOURS), steps.astype(np.int64)
    share = (known - low) / (high - low) if high > low else np.zeros(len(known))
    palette = colours(share if better == "high" else 1 - share)
    pixels = np.repeat(index.reshape(column.shape).astype(np.uint8), height, axis=0)
    return HeatMap(png(pixels, palette), known.tolist(), rounded, low, high)


def _ends(column: Floats) -> tuple[float, float]:
    """The ends of the scale: 0 and 1 where all values lie between, else their own."""
    low, high = float(column.min()), float(column.max())
    return (0.0, 1.0) if low >= 0 and high <= 1 else (low, high)


def colours(shares: Floats) -> NDArray[np.uint8]:
    """The colour of each share, 0 (dark) to 1 (bright), as red, green, blue."""
    ramp = np.array(_RAMP, dtype=np.float64)
    at = np.clip(shares, 0, 1) * (len(ramp) - 1)
    channels = [np.interp(at, np.arange(len(ramp)), ramp[:, i]) for i in range(3)]
    return np.rint(np.stack(channels, axis=1)).astype(np.uint8)


def legend_png() -> bytes:
    """The ramp as a picture, one pixel high."""
    every = np.arange(_COLOURS, dtype=np.uint8)
    return png(every[None, :], colours(np.linspace(0, 1, _COLOURS)))


def png(pixels: NDArray[np.uint8], palette: NDArray[np.uint8]) -> bytes:
    """An indexed PNG with one IDAT and unfiltered rows, which the page's script can read back."""
    height, width = pixels.shape
    rows = np.zeros((height, width + 1), dtype=np.uint8)
    rows[:, 1:] = pixels
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette.tobytes()),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def data_uri(picture: bytes) -> str:
    """A PNG as an address that holds it."""
    return f"data:image/png;base64,{base64.b64encode(picture).decode('ascii')}"
