"""--executor: workers that somebody else has started, on this machine or on others."""

from __future__ import annotations

import logging
from concurrent.futures import Executor
from typing import Any

import click

from qaeval import __version__
from qaeval.errors import InputError
from qaeval.wording import shown

_SECONDS = 4  # to be reached, or to find a worker


def _connected(ctx: click.Context, option: click.Parameter, text: str | None) -> Executor | None:
    """The executor that is meant, until the command ends."""
    if text is None:
        return None
    kind, _, address = text.partition("=")
    if kind != "dask" or not address:
        raise InputError(
            f"--executor {shown(text)}, expected dask=ADDRESS, as in dask=tcp://host:8786"
        )
    return _dask(ctx, address)


def _dask(ctx: click.Context, address: str) -> Executor:
    try:
        from distributed import Client  # an extra, which takes a second to load
    except ImportError:
        raise InputError(
            "--executor dask=ADDRESS needs distributed: pip install 'qaeval-cli[dask]'"
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are told here
    place = f"--executor dask={address}"
    try:
        client: Any = Client(  # type: ignore[no-untyped-call]
            address, timeout=_SECONDS, set_as_default=False
        )
    except (OSError, ValueError, TypeError) as error:
        raise InputError(f"{place}: {' '.join(str(error).split())}") from None
    ctx.with_resource(client)
    _check_workers(client, place)
    return client.get_executor()


def _check_workers(client: Any, place: str) -> None:
    """Refuse to work with other versions, whose figures might be others."""
    try:
        client.wait_for_workers(1, timeout=_SECONDS)
        versions = set(client.run(_version).values())
    except TimeoutError:
        raise InputError(f"{place}: a scheduler without workers") from None
    except ModuleNotFoundError as error:
        raise InputError(f"{place}: {error} on the workers, which need qaeval too") from None
    others = versions - {__version__}
    if others:
        raise InputError(f"{place}: workers have qaeval {min(others)}, not {__version__}")


def _version() -> str:
    return __version__


executor_option = click.option(
    "--executor",
    metavar="dask=ADDRESS",
    callback=_connected,
    help="The workers of this Dask scheduler share the work (the extra dask); the output does not "
    "depend on it.",
)
