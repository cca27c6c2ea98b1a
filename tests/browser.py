"""A headless Chromium driven through the DevTools protocol over a pipe, with nothing but Python."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
# Chromium reads commands from descriptor 3 and answers on 4, wherever ours happen to be.
LAUNCH = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(fd), fcntl.F_DUPFD, 10) for fd in sys.argv[1:3]]
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
Message = dict[str, Any]  # as the protocol has it
PATIENCE = 60  # seconds for one answer, on a busy machine


def find_chromium() -> str | None:
    """The path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One browser process; a context manager."""

    def __init__(self, program: str) -> None:
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        their_in, self.out = os.pipe()
        self.into, their_out = os.pipe()
        command = [sys.executable, "-c", LAUNCH, str(their_in), str(their_out)]
        command += [program, *FLAGS, f"--user-data-dir={self.profile.name}", "about:blank"]
        self.process = subprocess.Popen(
            command,
            pass_fds=(their_in, their_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(their_in)
        os.close(their_out)
        self.waiting = b""
        self.events: list[Message] = []
        self.number = 0

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except (OSError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.into)
        self.profile.cleanup()

    def call(self, method: str, session: str | None = None, **parameters: object) -> Message:
        """Send a command, and give its result; events that come first are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.events.append(answer)

    def _next(self, patience: float = PATIENCE) -> Message:
        end = time.monotonic() + patience
        while b"\0" not in self.waiting:
            ready, _, _ = select.select([self.into], [], [], max(0, end - time.monotonic()))
            part = os.read(self.into, 1 << 20) if ready else b""
            if not part:
                raise TimeoutError("no answer from the browser")
            self.waiting += part
        message, _, self.waiting = self.waiting.partition(b"\0")
        return json.loads(message)

    def open(
        self,
        path: str | Path,
        width: int = 1280,
        height: int = 900,
        dark: bool = False,
        script: bool = True,
    ) -> Page:
        """A page in a tab of its own."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, target)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(f"{domain}.enable")
        page.resize(width, height)
        page.media(dark=dark)
        page.call("Emulation.setScriptExecutionDisabled", value=not script)
        page.call("Page.navigate", url=f"file://{path}")
        page.wait_for("Page.loadEventFired")
        return page


class Page:
    """A tab with one page in it."""

    def __init__(self, browser: Browser, session: str, target: str) -> None:
        self.browser = browser
        self.session = session
        self.target = target

    def call(self, method: str, **parameters: object) -> Message:
        return self.browser.call(method, self.session, **parameters)

    def close(self) -> None:
        self.browser.call("Target.closeTarget", targetId=self.target)

    def seen(self, *methods: str) -> list[Message]:
        """The events of these kinds so far."""
        mine = [e for e in self.browser.events if e.get("sessionId") == self.session]
        return [event["params"] for event in mine if event["method"] in methods]

    def wait_for(self, method: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.seen(method):
            self.browser.events.append(self.browser._next(max(0, end - time.monotonic())))

    def resize(self, width: int, height: int, mobile: bool = False) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=mobile,
        )

    def media(self, dark: bool = False, medium: str = "") -> None:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=medium, features=[scheme])

    def value(self, expression: str) -> Any:
        """What an expression gives, awaited if it is a promise."""
        found = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def faults(self) -> list[object]:
        """Console errors and warnings, exceptions, and refusals by the content policy."""
        logged = [p["entry"]["text"] for p in self.seen("Log.entryAdded")]
        thrown = [p["exceptionDetails"]["text"] for p in self.seen("Runtime.exceptionThrown")]
        called = [p["args"] for p in self.seen("Runtime.consoleAPICalled")]
        return logged + thrown + called

    def requests(self) -> list[str]:
        """The addresses asked for, less what the page itself holds."""
        sent = [p["request"]["url"] for p in self.seen("Network.requestWillBeSent")]
        return [url for url in sent if not url.startswith("data:")]

    def dialogs(self) -> list[Message]:
        return self.seen("Page.javascriptDialogOpening")

    def pdf(self) -> bytes:
        found = self.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
        return base64.b64decode(found["data"])

    def screenshot(self, whole: bool = True) -> bytes:
        found = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        return base64.b64decode(found["data"])
