"""The two kinds of database that the site supports, to be read, locked and taken away.

PostgreSQL is a cluster of the tests' own: it lives in a temporary folder, listens on a socket
there and nowhere else, and is gone afterwards. It refuses to run as root, so that under root
it runs as the user that its package makes.
"""

import os
import pwd
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

import psycopg

from tests.requirements import postgresql

START_SECONDS = 20


class Database(Protocol):
    url: str

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query finds."""

    def change(self, statement: str) -> None:
        """Changes what is stored."""

    def locked(self) -> Any:
        """A context in which nobody can write feedback."""

    def away(self) -> Any:
        """A context in which the database cannot be reached."""


class Sqlite:
    def __init__(self, folder: Path) -> None:
        self.path = folder / "db.sqlite3"
        self.url = f"sqlite:///{self.path}"

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        connection = sqlite3.connect(self.path)
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    def change(self, statement: str) -> None:
        connection = sqlite3.connect(self.path)
        try:
            with connection:
                connection.execute(statement)
        finally:
            connection.close()

    @contextmanager
    def locked(self) -> Iterator[None]:
        connection = sqlite3.connect(self.path, isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            connection.close()

    @contextmanager
    def away(self) -> Iterator[None]:
        kept = self.path.with_suffix(".kept")
        self.path.rename(kept)
        self.path.mkdir()
        try:
            yield
        finally:
            self.path.rmdir()
            kept.rename(self.path)


class Postgres:
    """A cluster; a context in which it runs."""

    def __init__(self) -> None:
        # A short path, because those of sockets may not be long.
        self.folder = Path(tempfile.mkdtemp(prefix="sangi-", dir="/tmp"))
        self.owner = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        self.url = f"postgresql://postgres@{quote(str(self.folder), safe='')}/postgres"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Postgres":
        if self.owner is not None:
            os.chown(self.folder, self.owner.pw_uid, self.owner.pw_gid)
        command = ["initdb", "--pgdata", self._data, "--username=postgres", "--auth=trust"]
        options = ["--encoding=UTF8", "--locale=C", "--no-sync"]
        self._run(*command, *options).wait()
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        folder = postgresql()
        assert folder is not None, "PostgreSQL is not installed"
        return subprocess.Popen(
            [str(folder / program), *arguments],
            cwd=self.folder,
            user=None if self.owner is None else self.owner.pw_uid,
            group=None if self.owner is None else self.owner.pw_gid,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def start(self) -> None:
        options = ("-c", "listen_addresses=", "-c", "fsync=off")
        self._process = self._run("postgres", "-D", self._data, "-k", str(self.folder), *options)
        end = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.url).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def stop(self) -> None:
        """At once: whoever is connected is cut off."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(20)
            self._process = None

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url) as connection:
            return connection.execute(query.encode()).fetchall()

    def change(self, statement: str) -> None:
        with psycopg.connect(self.url) as connection:
            connection.execute(statement.encode())

    @contextmanager
    def locked(self) -> Iterator[None]:
        with psycopg.connect(self.url) as connection:
            connection.execute("LOCK TABLE feedback_feedback IN ACCESS EXCLUSIVE MODE")
            yield

    @contextmanager
    def away(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()
