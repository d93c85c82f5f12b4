"""A visitor over real HTTP: keeps cookies, follows nothing, reads every answer as text."""

from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from tests import dom

SECONDS = 15


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def tree(self) -> dom.Element:
        return dom.parse(self.text)


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *arguments: Any) -> None:
        return None


class Visitor:
    """`headers` go with every request, such as what a proxy in front would add."""

    def __init__(self, origin: str, headers: Mapping[str, str] | None = None) -> None:
        self.origin = origin
        self.headers = dict(headers or {})
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies), _Stay)

    def get(self, path: str, **headers: str) -> Reply:
        return self._ask(Request(self.origin + path), headers)

    def post(self, path: str, fields: Mapping[str, str | list[str]], **headers: str) -> Reply:
        body = urlencode(fields, doseq=True).encode()
        return self._ask(Request(self.origin + path, body), headers)

    def _ask(self, request: Request, headers: Mapping[str, str]) -> Reply:
        for name, value in {**self.headers, **headers}.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            answered: HTTPResponse | HTTPError = self._opener.open(request, timeout=SECONDS)
        except HTTPError as error:
            answered = error
        with answered:
            return Reply(answered.status or 0, answered.headers, answered.read())


def fields_of(form: dom.Element) -> dict[str, str]:
    """What a browser would send of a form, as it stands there."""
    fields = {each["name"]: each.get("value") or "" for each in form.all("input")}
    for each in form.all("textarea"):
        # The first line end in a text area belongs to the markup.
        fields[each["name"]] = "".join(map(str, each.children)).removeprefix("\n")
    return fields
