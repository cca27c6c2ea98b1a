"""How runs and keys are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class RunOptions:
    """How runs are read."""

    run_format: str | None = None
    name_from: str | None = None
    no_response: str | None = None
    score_bits: str = "64"
    columns: Sequence[str] | None = None


@dataclass(frozen=True)
class KeyOptions:
    """How keys are read, and answers compared with them."""

    key_format: str | None = None
    key_columns: Sequence[str] | None = None
    levels: int | None = None
    normalize: str = "nfkc"
    nil: str = "first"
    silence_is_nil: bool = False
    gains: str | None = None
