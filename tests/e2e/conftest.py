"""A real server, a real browser, and a line between them that can be cut."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.e2e)
            if not CHROMIUM:
                item.add_marker(pytest.mark.skip(reason="no chromium here: apt-get install chromium"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(folder: str | Path) -> dict[str, str]:
    """What a process needs to use the database in that folder."""
    services = ("DATABASE_URL", "REDIS_URL")
    return {
        **{key: value for key, value in os.environ.items() if key not in services},
        "VAR_DIR": str(folder),
    }


@contextmanager
def serving(folder: str | Path) -> Iterator[int]:
    """The service on a database of its own in that folder, as ``make run`` starts it; its port."""
    port = free_port()
    own = environment(folder)

    def manage(*arguments: str) -> None:
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=own, check=True)

    manage("migrate", "--noinput", "-v", "0")
    manage("plan_deals", "--days", "1", "--no-certify")
    command = [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen([*command, "solitaire.asgi:application"], cwd=ROOT, env=own) as process:
        for _ in range(150):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1)
                break
            except OSError:
                time.sleep(0.1)
        yield port
        process.terminate()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with serving(tmp_path_factory.mktemp("var")) as port:
        yield port


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Line:
    """A way to the server that can be cut and mended, as a train's goes through a tunnel."""

    def __init__(self, server: int) -> None:
        self.server = server
        self.open = True
        self.pairs: list[socket.socket] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self.door.getsockname()[1]}"
        threading.Thread(target=self._answer, daemon=True).start()

    def cut(self) -> None:
        self.open = False
        for end in self.pairs:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        self.pairs.clear()

    def mend(self) -> None:
        self.open = True

    def close(self) -> None:
        self.cut()
        self.door.close()

    def _answer(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            if not self.open:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.server))
            self.pairs += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    @staticmethod
    def _carry(one: socket.socket, other: socket.socket) -> None:
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        finally:
            for end in (one, other):
                end.close()


@pytest.fixture
def line(server: int) -> Iterator[Line]:
    way = Line(server)
    yield way
    way.close()


class People:
    """Browsers of their own for the people of a test; whatever a page logs as an error fails it."""

    def __init__(self, chromium: Browser, url: str) -> None:
        self.chromium = chromium
        self.url = url
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def browser(self, width: int = 1280, height: int = 800, url: str | None = None) -> BrowserContext:
        context = self.chromium.new_context(
            viewport={"width": width, "height": height}, base_url=url or self.url, reduced_motion="reduce"
        )
        context.set_default_timeout(10_000)
        self.contexts.append(context)
        return context

    def page(self, width: int = 1280, height: int = 800, url: str | None = None) -> Page:
        return self.watched(self.browser(width, height, url).new_page())

    def watched(self, page: Page) -> Page:
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page


@pytest.fixture
def people(chromium: Browser, server: int) -> Iterator[People]:
    everyone = People(chromium, f"http://localhost:{server}")
    yield everyone
    for context in everyone.contexts:
        context.close()
    assert not everyone.errors
