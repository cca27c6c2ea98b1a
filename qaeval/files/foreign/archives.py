"""Members of zip archives in memory: nothing is unpacked to disk, and nothing beyond a size."""

from __future__ import annotations

import importlib.util
import io
import os
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from qaeval.errors import InputError
from qaeval.files.text import readable
from qaeval.files.unpacking import most_unpacked
from qaeval.wording import shown

ZIP = b"PK\x03\x04"

# Bytes of one member: a log of 100,000 samples has summaries of some hundred million.
LARGEST = 1 << 30

_ZSTD = 93  # the method's number in zip archives
_LOCAL_HEADER = 30  # bytes, the last four of which are the lengths of the two fields behind it
_DAMAGED = "the archive is truncated or damaged"


class Archive:
    """A zip archive that is open; its methods raise errors about the file."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self.file = file
        self.path = path
        try:
            self.zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
            raise InputError(_DAMAGED, path) from None
        self.most = most_unpacked(os.fstat(file.fileno()).st_size)
        self.unpacked = 0
        self.names = self.zip.namelist()
        for name in self.names:
            if posixpath.normpath(name).startswith(("/", "..")):
                raise InputError(f"member {shown(name)} leads out of the archive", path)

    def read(self, name: str) -> bytes:
        """A member's content; of several of one name the last."""
        member = self.zip.getinfo(name)
        if member.file_size > LARGEST:
            size = f"{member.file_size:,} bytes unpacked, more than {LARGEST:,}"
            raise InputError(f"member {shown(name)} has {size}", self.path)
        self.unpacked += member.file_size
        if self.unpacked > self.most:
            size = f"more than {self.most:,} bytes unpacked, too many for one of its size"
            raise InputError(f"the archive has {size}", self.path)
        if member.compress_type == _ZSTD and importlib.util.find_spec("zstandard") is not None:
            content = self._unpacked_zstd(member)
        else:
            content = self._unpacked(member)
        if len(content) != member.file_size or zlib.crc32(content) != member.CRC:
            raise self._damaged(name)
        return content

    def _unpacked(self, member: zipfile.ZipInfo) -> bytes:
        try:
            with self.zip.open(member) as content:
                return content.read(member.file_size + 1)
        except NotImplementedError:
            raise InputError(
                "the archive is packed with zstd, for which Python before 3.14 needs the package "
                "zstandard: pip install 'qaeval-cli[inspect]'",
                self.path,
            ) from None
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError):
            raise self._damaged(member.filename) from None

    def _unpacked_zstd(self, member: zipfile.ZipInfo) -> bytes:
        """Method 93, which may have several frames."""
        import zstandard  # an extra, which only such archives need

        self.file.seek(max(0, member.header_offset))  # a damaged directory can say less than 0
        header = self.file.read(_LOCAL_HEADER)
        if len(header) < _LOCAL_HEADER or not header.startswith(ZIP):
            raise self._damaged(member.filename)
        self.file.seek(sum(struct.unpack("<HH", header[-4:])), io.SEEK_CUR)
        packed = io.BytesIO(self.file.read(member.compress_size))
        try:
            frames = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)
            return bytes(frames.read(member.file_size + 1))
        except zstandard.ZstdError:
            raise self._damaged(member.filename) from None

    def _damaged(self, name: str) -> InputError:
        return InputError(f"member {shown(name)}: {_DAMAGED}", self.path)


def is_zip(path: str) -> bool:
    """Whether a file starts as zip archives do."""
    with readable(path, path), Path(path).open("rb") as file:
        return file.read(len(ZIP)) == ZIP


@contextmanager
def opened_archive(path: str) -> Iterator[Archive]:
    """An archive, closed at the end."""
    with ExitStack() as closing:
        with readable(path, path):
            file = closing.enter_context(Path(path).open("rb"))
        yield Archive(file, path)
