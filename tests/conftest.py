"""What every test may use: the program in-process, the sample data, and files from text."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from qaeval.cli import main

# A busy machine is no failure, and a landing does not hang on the luck of the draw.
settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("here"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# Programs that tests start write as they do for users, who have none of this.
os.environ.pop("PYTHONUNBUFFERED", None)

ROOT = Path(__file__).parent.parent


@dataclass
class Outcome:
    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[list[str]]:
        """The fields of each line of TSV output, header first."""
        return [line.split("\t") for line in self.out.splitlines()]


@pytest.fixture
def qaeval(capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[..., Outcome]:
    """Run a command line and give its exit code, standard output and standard error."""

    def run(*arguments: object) -> Outcome:
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as stopped:
            main([str(argument) for argument in arguments])
        out, err = capfdbinary.readouterr()
        return Outcome(int(stopped.value.code or 0), out.decode(), err.decode())

    return run


@pytest.fixture
def sample_data() -> Path:
    return ROOT / "sample_data"


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Write text to a file of that name, and give its path."""

    def write(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write
