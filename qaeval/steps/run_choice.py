"""Which runs count."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from qaeval.errors import InputError


@dataclass(frozen=True)
class RunChoice:
    """Which runs count: by name, by what a table says of them, or as the best of each group."""

    run: tuple[str, ...] = ()  # patterns of names
    exclude: tuple[str, ...] = ()  # patterns too
    run_table: str | None = None
    only_runs: tuple[str, ...] = ()  # COLUMN=VALUE
    best_of: str | None = None
    by_runs: str | None = None

    @property
    def by_name(self) -> tuple[str, ...]:
        """The options given that leave runs out for what they are called, or said to be."""
        options = {"--run": self.run, "--exclude": self.exclude, "--only-runs": self.only_runs}
        return tuple(option for option, value in options.items() if value)

    @property
    def by_column(self) -> dict[str, str]:
        """The options given that need a value of every run, and their columns."""
        columns = {"--best-of": self.best_of, "--by-runs": self.by_runs}
        return {option: column for option, column in columns.items() if column is not None}

    def check(self, by: str | None = None) -> None:
        """Refuse what can be told to be wrong before any file is read; `by`: the column of --by."""
        if self.by_runs is not None and by is not None:
            raise InputError("--by-runs beside --by: groups of runs, or of questions, not both")
        needing = [*(["--only-runs"] if self.only_runs else []), *self.by_column]
        if needing and self.run_table is None:
            raise InputError(f"{needing[0]} needs --runs FILE, whose column it names")
        if self.run_table is not None and not needing:
            raise InputError(
                "--runs has no effect without --only-runs, --best-of or --by-runs, which name its "
                "columns"
            )

    def signed(self, best_by: str = "") -> dict[str, str]:
        """What the signature says of it; `best_by` is the measure that decides which is best."""
        fields = {
            "chosen": ",".join(sorted(set(self.run))),
            "excluded": ",".join(sorted(set(self.exclude))),
            "run table": "" if self.run_table is None else PurePath(self.run_table).name,
            "only runs": ",".join(self.only_runs),
            "best of": f"{self.best_of} by {best_by}" if self.best_of and best_by else "",
            "by runs": self.by_runs or "",
        }
        return {name: value for name, value in fields.items() if value}
