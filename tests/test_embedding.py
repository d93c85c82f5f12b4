"""Embedding: the page for frames, its fragment, the code to paste, and oEmbed."""

from collections.abc import Mapping
from urllib.parse import parse_qs, parse_qsl, quote, urlencode, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from hypothesis import example, given, settings
from hypothesis import strategies as st

from calculator.base import Calculator
from calculator.registry import calculators
from tests import dom
from tests.site import ADDRESSES, FLAGSHIP, LANGUAGES, ORIGIN, calculator_page, page, recomputed

SLUGS = list(calculators())
LOOK = "theme=dark&fields=devices,scaling_efficiency&results=lost_throughput"

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_slug = pytest.mark.parametrize("slug", SLUGS)


def path(language: str = "en", slug: str = FLAGSHIP) -> str:
    return f"/{language}/ai/{slug}/embed/"


def embed(query: str = "", language: str = "en", slug: str = FLAGSHIP) -> dom.Element:
    return page(f"{path(language, slug)}{query}").tree


def shown(tree: dom.Element) -> list[str]:
    """The keys of the fields that can be seen."""
    return [each["id"] for each in tree.walk() if each.get("aria-describedby")]


def hidden(tree: dom.Element) -> dict[str, str]:
    form = tree.by_id("inputs")
    return {each["name"]: each["value"] for each in form.all("input", type="hidden")}


def answer(tree: dom.Element) -> str:
    return tree.by_id("result").one(class_="answer-value").text


def rows(tree: dom.Element) -> list[str]:
    return [each.text for each in tree.by_id("result").all("dt")]


def credit(tree: dom.Element) -> str:
    """Where the credit leads."""
    (address,) = {each["href"] for each in tree.by_id("credit").all("a")}
    return address


def ancestors(headers: Mapping[str, str]) -> str:
    directives = dict(
        each.strip().partition(" ")[::2] for each in headers["Content-Security-Policy"].split(";")
    )
    return directives["frame-ancestors"]


# Who may frame what


def test_any_site_may_frame_the_embed_and_its_fragment(client: Client) -> None:
    """E2."""
    first = client.get(path())
    answers = [
        first,
        client.head(path()),
        client.get(path(), headers={"If-None-Match": first.headers["ETag"]}),
        client.get(f"{path('ja')}?devices=abc"),
        client.post(f"{path()}result/", {"devices": "8"}, headers={"HX-Request": "true"}),
        client.get(f"{path()}result/"),
    ]
    assert [each.status_code for each in answers] == [200, 200, 304, 200, 200, 303]
    for response in answers:
        assert ancestors(response.headers) == "*"
        assert "X-Frame-Options" not in response.headers


OTHERS = [
    *ADDRESSES,
    "/",
    f"/en/ai/{FLAGSHIP}.json",
    "/en/ai/nothing.json",
    f"/en/ai/{FLAGSHIP}/result/",
    f"/en/ai/{FLAGSHIP}/embed",
    "/en/ai/nothing/embed/",
    f"/oembed?url={ORIGIN}/en/ai/{FLAGSHIP}/",
    "/oembed",
]


def test_nothing_else_may_be_framed(client: Client) -> None:
    answers = [client.get(address) for address in OTHERS]
    htmx = {"HX-Request": "true"}
    answers.append(client.post(f"/en/ai/{FLAGSHIP}/result/", {"devices": "8"}, headers=htmx))
    for response in answers:
        assert ancestors(response.headers) == "'none'"
        assert response.headers["X-Frame-Options"] == "DENY"


def test_opener_policy_over_tls_only(client: Client) -> None:
    """E6: elsewhere a browser ignores the header and reports an error."""
    name = "Cross-Origin-Opener-Policy"
    assert name not in client.get("/en/").headers
    assert client.get("/en/", secure=True).headers[name] == "same-origin"


# The page in the frame


@every_language
@every_slug
def test_embed_says_what_the_page_says(slug: str, language: str) -> None:
    calculator = calculators()[slug]
    for case in calculator.cases.values():
        inputs = {key: str(value) for key, value in case["given"].items()}
        whole = calculator_page(language, slug, **inputs).tree
        framed = embed(f"?{urlencode(inputs)}", language, slug)
        assert framed.one("html")["lang"] == whole.one("html")["lang"]
        assert framed.one("h1").text == whole.one("h1").text
        assert framed.one("head").one("title").text == whole.one("head").one("title").text
        assert framed.by_id("result").one(class_="answer").text == (
            whole.by_id("result").one(class_="answer").text
        )


@every_language
@every_slug
@pytest.mark.parametrize("query", ["", f"?devices=abc&{LOOK}", "?theme=light&fields=x"])
def test_embed_is_sound(slug: str, language: str, query: str) -> None:
    tree = embed(query, language, slug)
    ids = [each["id"] for each in tree.walk() if each.get("id") is not None]
    assert len(set(ids)) == len(ids)
    for each in tree.walk():
        for name in ("aria-describedby", "aria-labelledby", "for", "hx-target", "data-copy"):
            for target in (each.get(name) or "").split():
                assert target.removeprefix("#") in ids
        if each.tag == "a" and each["href"].startswith("#"):
            assert each["href"][1:] in ids
    for left in ("{{", "{%", "%(", "\x00"):
        assert left not in tree.text


def test_embed_is_for_frames_only() -> None:
    response = Client().get(path())
    assert not response.cookies
    tree = embed()
    assert tree.one("meta", name="robots")["content"] == "noindex"
    assert not tree.all("link", rel="canonical")
    assert not tree.all("header")
    assert not tree.all("nav")
    assert not tree.all(class_="hint")
    assert not tree.all("details")
    # Nothing in it leads the frame to a page that refuses to be framed.
    for link in tree.all("a"):
        assert link["target"] == "_blank"
        assert link["rel"] == "noopener"


def test_recompute_in_a_frame_needs_and_sets_no_cookie() -> None:
    """E1: also where tokens against forged requests are asked for."""
    response = Client(enforce_csrf_checks=True).post(
        f"{path()}result/", {"devices": "128"}, headers={"HX-Request": "true"}
    )
    assert response.status_code == 200
    assert not response.cookies


@pytest.mark.parametrize(
    ("query", "theme"),
    [
        ("", "auto"),
        ("?theme=auto", "auto"),
        ("?theme=light", "light"),
        ("?theme=dark", "dark"),
        ("?theme=DARK", "auto"),
        ("?theme=%22%3E%3Cb%3E", "auto"),
        ("?theme=dark&theme=light", "light"),
    ],
)
def test_theme(query: str, theme: str) -> None:
    tree = embed(query)
    assert tree.one("html")["data-theme"] == theme
    # What is the default need not be kept.
    assert hidden(tree) == ({} if theme == "auto" else {"theme": theme})


@pytest.mark.parametrize(
    ("query", "fields", "kept"),
    [
        ("", "devices throughput_per_device scaling_efficiency work_unit", {}),
        # In the order of the form; what does not exist is ignored.
        ("?fields=scaling_efficiency,devices", "devices scaling_efficiency", {}),
        ("?fields=devices,gpus,,Devices", "devices", {}),
        ("?fields=gpus", "devices throughput_per_device scaling_efficiency work_unit", {}),
        ("?fields=", "devices throughput_per_device scaling_efficiency work_unit", {}),
        ("?fields=total_work", "total_work", {}),
        # What differs from the default is kept, whatever it is, and the default is not.
        (
            "?fields=devices&devices=8&scaling_efficiency=85&work_unit=samples",
            "devices",
            {"scaling_efficiency": "85"},
        ),
        (
            '?fields=devices&scaling_efficiency="><b>&work_unit=tokens',
            "devices",
            {"scaling_efficiency": '"><b>', "work_unit": "tokens"},
        ),
        ("?fields=devices&throughput_per_device=", "devices", {"throughput_per_device": ""}),
        (
            "?baseline_devices=8",
            "devices throughput_per_device scaling_efficiency work_unit",
            {"baseline_devices": "8"},
        ),
    ],
)
def test_fields(query: str, fields: str, kept: dict[str, str]) -> None:
    tree = embed(query)
    assert shown(tree) == fields.split()
    others = hidden(tree)
    known = [each for each in parse_qs(query[1:]).get("fields", []) for each in each.split(",")]
    asked = ",".join(key for key in fields.split() if key in known)
    assert others.pop("fields", "") == asked
    assert others == kept


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["Speedup"]),
        ("?results=lost_throughput", ["Lost throughput"]),
        ("?results=idle_devices,speedup", ["Speedup", "Devices’ worth lost"]),
        # Also those that are folded away on the page.
        ("?results=max_speedup,speedup", ["Speedup", "Amdahl ceiling"]),
        ("?results=serial_fraction", ["Serial fraction (Karp–Flatt)"]),
        # The answer itself always stands there.
        ("?results=actual_throughput", []),
        ("?results=nothing,,Speedup", ["Speedup"]),
        # What does not apply is absent; what has no number says why.
        ("?results=time_hours", []),
        ("?results=time_hours&total_work=3600", ["Time for the total work"]),
        ("?results=max_speedup&devices=1", ["Amdahl ceiling"]),
    ],
)
def test_results(query: str, names: list[str]) -> None:
    tree = embed(query)
    assert rows(tree) == names
    assert tree.by_id("result").one(class_="answer-label").text == "Actual throughput"
    assert len(tree.by_id("result").all(class_="ledger")) == bool(names)


@every_language
def test_credit_leads_to_the_full_page_with_the_inputs(language: str) -> None:
    inputs = "devices=128&scaling_efficiency=85"
    assert credit(embed("", language)) == f"{ORIGIN}/{language}/ai/{FLAGSHIP}/"
    tree = embed(f"?scaling_efficiency=85%25&devices=1.28e2&{LOOK}", language)
    assert credit(tree) == f"{ORIGIN}/{language}/ai/{FLAGSHIP}/?{inputs}"
    assert tree.by_id("credit-link")["value"] == credit(tree)
    assert answer(page(credit(tree).removeprefix(ORIGIN)).tree) == answer(tree)


def sent(tree: dom.Element) -> list[tuple[str, str]]:
    """What a browser sends of the form as it stands."""
    pairs = []
    for each in tree.by_id("inputs").walk():
        if each.tag == "input":
            chosen = each.get("type") not in ("radio", "checkbox")
            if chosen or each.get("checked") is not None:
                pairs.append((each["name"], each.get("value") or ""))
        elif each.tag == "select":
            chosen_option = [o for o in each.all("option") if o.get("selected") is not None]
            pairs.append((each["name"], chosen_option[0]["value"]))
    return pairs


@pytest.mark.parametrize(
    "query",
    [
        f"?{LOOK}&devices=128&total_work=1e12&work_unit=tokens",
        "?theme=light",
        "?fields=devices&devices=abc&scaling_efficiency=1,5&work_unit=gone",
        "?results=max_speedup&baseline_devices=8",
    ],
)
def test_form_without_script_keeps_look_and_inputs(query: str) -> None:
    first = embed(query)
    again = embed(f"?{urlencode(sent(first))}")
    assert again.one("html")["data-theme"] == first.one("html")["data-theme"]
    assert shown(again) == shown(first)
    assert hidden(again) == hidden(first)
    assert credit(again) == credit(first)
    assert again.by_id("result").text == first.by_id("result").text


def test_form_of_every_kind_keeps_look_and_inputs(specimen: Calculator, client: Client) -> None:
    def opened(query: str) -> dom.Element:
        response = client.get(f"/en/ai/every-kind/embed/?{query}")
        assert response.status_code == 200
        return dom.parse(response.content.decode())

    values = "mode=staged&style=c&smooth=true&kept=false&doubled=true&factor=3&limit=4"
    for fields in ("", "count,limit", "mode,stages,smooth", "style,kept,doubled,factor,budget"):
        first = opened(f"{values}&theme=dark&fields={fields}&results=scaled,spent")
        again = opened(urlencode(sent(first)))
        assert credit(again) == credit(first)
        assert {*parse_qsl(urlsplit(credit(first)).query)} >= {
            ("style", "c"),
            ("smooth", "true"),
            ("kept", "false"),
        }
        assert hidden(again) == hidden(first)
        assert again.by_id("result").text == first.by_id("result").text


# Refused input


@pytest.mark.parametrize(
    ("query", "messages", "links"),
    [
        (
            "?devices=abc",
            ["Devices must be a number, like 64 devices."],
            ["#devices"],
        ),
        # A field that is not shown cannot be gone to, but what is wrong is said all the same.
        (
            "?fields=devices&scaling_efficiency=1,5",
            ["Scaling efficiency: “1,5” can be read as 1.5 or as 1,500; write the one you mean."],
            [],
        ),
        (
            "?devices=8&baseline_devices=16",
            ["Baseline devices (16 devices) must not be more than Devices (8 devices)."],
            [],
        ),
    ],
)
def test_refused_input_is_explained(query: str, messages: list[str], links: list[str]) -> None:
    tree = embed(query)
    summary = tree.one(class_="summary")
    assert [each.text for each in summary.all("li")] == messages
    assert [each["href"] for each in summary.all("a")] == links
    assert not tree.all(class_="answer-value")


def test_repair_stays_in_the_frame() -> None:
    """The full page would be refused there."""
    query = f"?devices=128&scaling_efficiency=0.9&{LOOK}"
    repair = embed(query).one("a", class_="repair")
    assert repair["href"] == f"{path()}?devices=128&{LOOK}"
    _headers, tree = recomputed(path(), dict(parse_qsl(query[1:])))
    assert tree.one("a", class_="repair")["href"] == repair["href"]
    assert answer(page(repair["href"]).tree) == "230,400 samples/s"


# The fragment


@every_language
@pytest.mark.parametrize("look", ["", LOOK, "theme=light", "fields=total_work&results=time_hours"])
@pytest.mark.parametrize(
    "inputs", ["devices=1.28e2&scaling_efficiency=85%25", "devices=abc", "total_work=1e15"]
)
def test_fragment_is_the_page_with_these_inputs(language: str, look: str, inputs: str) -> None:
    query = f"{inputs}&{look}".rstrip("&")
    whole = embed(f"?{query}", language)
    headers, fragment = recomputed(path(language), dict(parse_qsl(query)))
    assert headers["Cache-Control"] == "no-store"
    for name in ("result", "credit", *(f"note-{key}" for key in shown(whole))):
        assert fragment.by_id(name).text == whole.by_id(name).text, name
    assert credit(fragment) == credit(whole)
    assert fragment.by_id("credit-link")["value"] == credit(whole)
    # Each piece has its place on the page, or HTMX would complain.
    for each in fragment.walk():
        if swap := each.get("hx-swap-oob"):
            whole.by_id(swap.partition("#")[2] or each["id"])
    # Fields are never sent, so that nobody's typing is disturbed.
    assert not [each for each in fragment.all("input") if each.get("readonly") is None]


def test_fragment_announces_the_answer() -> None:
    _headers, tree = recomputed(path("ja"), {"devices": "128"})
    announced = next(
        each for each in tree.walk() if each.get("hx-swap-oob") == "innerHTML:#announcement"
    )
    assert announced.text == "実際のスループット：230,400サンプル/秒"


def test_fragment_says_what_is_wrong_with_a_field_that_is_not_shown() -> None:
    inputs = {"fields": "devices", "devices": "abc", "scaling_efficiency": "1,5"}
    _headers, tree = recomputed(path(), inputs)
    (line,) = tree.by_id("messages").all("li")
    assert line.text.startswith("Scaling efficiency: “1,5”")
    # That of the field that is shown stands beside it.
    assert tree.by_id("note-devices").one(class_="bad").text.startswith("Devices must be")


@pytest.mark.parametrize(
    ("sent", "address"),
    [
        ({}, ""),
        ({"devices": "64", "theme": "auto", "fields": "", "results": ""}, ""),
        ({"devices": "1.28e2"}, "?devices=128"),
        ({"theme": "dark"}, "?theme=dark"),
        (
            {
                "results": "speedup,lost_throughput,x",
                "fields": "scaling_efficiency,devices",
                "theme": "light",
                "scaling_efficiency": "85%",
                "devices": "128",
            },
            "?devices=128&scaling_efficiency=85&theme=light"
            "&fields=devices,scaling_efficiency&results=speedup,lost_throughput",
        ),
        ({"devices": "abc 台", "theme": "dark"}, "?devices=abc%20%E5%8F%B0&theme=dark"),
        ({"theme": "blue", "fields": "gpus", "q": "1"}, ""),
    ],
)
def test_address_of_the_frame(sent: dict[str, str], address: str) -> None:
    """Canonical, with the look kept: for HTMX, for a form without it, and for a link to it."""
    expected = f"{path('zh-hant')}{address}"
    headers, _tree = recomputed(path("zh-hant"), sent)
    assert headers["HX-Replace-Url"] == expected
    client = Client(enforce_csrf_checks=True)
    for plain in (
        client.post(f"{path('zh-hant')}result/", sent),
        client.get(f"{path('zh-hant')}result/", sent),
        client.get(f"{path('zh-hant')}result/", sent, headers={"HX-Request": "true"}),
        client.head(f"{path('zh-hant')}result/?{urlencode(sent)}"),
    ):
        assert plain.status_code == 303
        assert plain.headers["Location"] == expected


def test_too_long_inputs_leave_the_address_alone() -> None:
    sent = {"devices": "x" * 2000, "theme": "dark"}
    headers, tree = recomputed(path(), sent)
    assert "HX-Replace-Url" not in headers
    message = "These inputs are too long for a link."
    assert tree.by_id("too-long").text == message
    assert credit(tree) == f"{ORIGIN}/en/ai/{FLAGSHIP}/"
    whole = embed(f"?{urlencode(sent)}")
    assert whole.by_id("too-long").text == message
    # Without HTMX the way back still holds what was typed.
    location = Client().post(f"{path()}result/", sent).headers["Location"]
    assert parse_qs(urlsplit(location).query) == {key: [value] for key, value in sent.items()}


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    assert getattr(client, method)(f"{path()}result/").status_code == 405
    assert client.post(path()).status_code == 405


def test_unknown_calculator_is_not_found(client: Client) -> None:
    for address in (path(slug="nothing"), f"{path(slug='nothing')}result/"):
        assert client.get(address).status_code == 404


# The code to paste


def code(tree: dom.Element) -> str:
    return "".join(str(each) for each in tree.by_id("embed-code").children)


def frame(html: str) -> dom.Element:
    return dom.parse(html).one("iframe")


@every_language
@every_slug
def test_code_to_embed(slug: str, language: str) -> None:
    tree = calculator_page(language, slug).tree
    pasted = dom.parse(code(tree))
    iframe = pasted.one("iframe")
    assert iframe["src"] == ORIGIN + path(language, slug)
    assert iframe["title"] == tree.one("h1").text
    assert iframe["loading"] == "lazy"
    assert "clipboard-write" in iframe["allow"]
    assert iframe["width"] == "420"
    opened = embed("", language, slug)
    assert int(iframe["height"]) == 520 + 85 * len(shown(opened))
    # The preview stands as the code will.
    preview = tree.by_id("preview").one("iframe")
    for name in ("title", "width", "height"):
        assert preview[name] == iframe[name]
    assert preview["src"] == path(language, slug)
    # The script is served under the name that pages of others will hold for years.
    script = pasted.one("script")
    assert script["src"] == f"{ORIGIN}/static/embed.js"
    assert script.get("async") is not None
    assert finders.find("embed.js")


@pytest.mark.parametrize(
    "inputs",
    [
        {"devices": "128", "scaling_efficiency": "85"},
        {"devices": '"><script>alert(1)</script>', "work_unit": "</textarea>&quot;"},
        {"devices": "&amp;copy=1", "total_work": "'"},
    ],
)
def test_code_is_escaped_once_and_opens_with_the_inputs(inputs: dict[str, str]) -> None:
    one = calculator_page("ja", FLAGSHIP, **inputs)
    text = code(one.tree)
    assert text.count("<") == 4
    assert "&amp;" in text
    src = frame(text)["src"]
    assert parse_qs(urlsplit(src).query) == {key: [value] for key, value in inputs.items()}
    assert one.tree.by_id("embed-code")["data-embed"] == src.removeprefix(ORIGIN)
    framed = page(src.removeprefix(ORIGIN)).tree
    assert framed.by_id("result").one(class_="answer").text == (
        one.tree.by_id("result").one(class_="answer").text
    )


# oEmbed (oembed.com, version 1.0)


def status(url: str, **options: str) -> int:
    return Client().get("/oembed", {"url": url, **options}).status_code


def found(url: str, **options: str) -> dict[str, object]:
    response = Client().get("/oembed", {"url": url, **options})
    assert response.status_code == 200
    data: dict[str, object] = response.json()
    return data


@every_language
@every_slug
def test_discovery_leads_to_the_answer(slug: str, language: str) -> None:
    case = next(iter(calculators()[slug].cases.values()))
    inputs = {key: str(value) for key, value in case["given"].items()}
    one = calculator_page(language, slug, **inputs)
    link = one.tree.one("link", type="application/json+oembed")
    assert link["rel"] == "alternate"
    assert link["title"] == one.tree.one("h1").text
    address = link["href"]
    assert address.startswith(f"{ORIGIN}/oembed?")
    response = Client().get(address.removeprefix(ORIGIN))
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    data = response.json()
    html = data.pop("html")
    iframe = frame(html)
    assert data == {
        "version": "1.0",
        "type": "rich",
        "title": one.tree.one("h1").text,
        "provider_name": "Sangi",
        "provider_url": ORIGIN,
        "width": int(iframe["width"]),
        "height": int(iframe["height"]),
    }
    assert html == code(one.tree)
    framed = page(iframe["src"].removeprefix(ORIGIN)).tree
    assert framed.by_id("result").one(class_="answer").text == (
        one.tree.by_id("result").one(class_="answer").text
    )


def test_address_of_an_embed_keeps_its_look() -> None:
    data = found(f"{ORIGIN}{path('ja')}?devices=128&{LOOK}")
    iframe = frame(str(data["html"]))
    assert iframe["src"] == f"{ORIGIN}{path('ja')}?devices=128&{LOOK}"
    assert data["height"] == 520 + 85 * 2


@pytest.mark.parametrize(
    "address",
    [
        f"http://TESTSERVER/zh-hant/ai/{FLAGSHIP}/",
        f"https://testserver/zh-hant/ai/{FLAGSHIP}/",
        f"{ORIGIN}/zh-TW/ai/{FLAGSHIP}/",
        f"{ORIGIN}/zh-hant/ai/data%2Dparallel%2Dscaling/",
        f"{ORIGIN}/zh-hant/ai/{FLAGSHIP}/?utm_source=x#share",
    ],
)
def test_other_spellings_of_an_address(address: str) -> None:
    assert frame(str(found(address)["html"]))["src"] == ORIGIN + path("zh-hant")


@pytest.mark.parametrize(
    ("limits", "width", "height"),
    [
        ({}, 420, 860),
        ({"maxwidth": "300"}, 300, 860),
        ({"maxheight": "400"}, 420, 400),
        ({"maxwidth": "320", "maxheight": "240"}, 320, 240),
        ({"maxwidth": "4000", "maxheight": "4000"}, 420, 860),
        ({"maxwidth": "", "maxheight": "much"}, 420, 860),
        ({"maxwidth": "-1", "maxheight": "1e2"}, 420, 860),
        ({"maxwidth": "9" * 5000}, 420, 860),
    ],
)
def test_limits_hold_for_the_frame_too(limits: dict[str, str], width: int, height: int) -> None:
    data = found(f"{ORIGIN}/en/ai/{FLAGSHIP}/", **limits)
    assert (data["width"], data["height"]) == (width, height)
    html = str(data["html"])
    assert (frame(html)["width"], frame(html)["height"]) == (str(width), str(height))
    # The script would let the frame grow out of its limit.
    assert ("embed.js" in html) == ("maxheight" not in limits)


def test_formats() -> None:
    address = f"{ORIGIN}/en/ai/{FLAGSHIP}/"
    assert found(address, format="json") == found(address)
    assert status(address, format="xml") == 501
    assert status(f"{ORIGIN}/en/", format="xml") == 404


@pytest.mark.parametrize(
    "address",
    [
        "",
        f"https://example.org/en/ai/{FLAGSHIP}/",
        f"http://testserver.example.org/en/ai/{FLAGSHIP}/",
        f"http://testserver@example.org/en/ai/{FLAGSHIP}/",
        f"http://testserver:8000/en/ai/{FLAGSHIP}/",
        f"ftp://testserver/en/ai/{FLAGSHIP}/",
        f"javascript://testserver/en/ai/{FLAGSHIP}/",
        f"//testserver/en/ai/{FLAGSHIP}/",
        f"/en/ai/{FLAGSHIP}/",
        ORIGIN,
        f"{ORIGIN}/",
        f"{ORIGIN}/en/",
        f"{ORIGIN}/en/ai/",
        f"{ORIGIN}/en/search/?q={FLAGSHIP}",
        f"{ORIGIN}/en/ai/nothing/",
        f"{ORIGIN}/en/ai/{FLAGSHIP}",
        f"{ORIGIN}/en/ai/{FLAGSHIP}.json",
        f"{ORIGIN}/en/ai/{FLAGSHIP}/result/",
        f"{ORIGIN}/en/ai/{FLAGSHIP}/embed/result/",
        f"{ORIGIN}/de/ai/{FLAGSHIP}/",
        f"{ORIGIN}/ai/{FLAGSHIP}/",
        f"{ORIGIN}/oembed?url={ORIGIN}/en/ai/{FLAGSHIP}/",
        "http://[",
        "http://[::1",
        f"http://testserver\uff0f/en/ai/{FLAGSHIP}/",
        f"http://testserver:port/en/ai/{FLAGSHIP}/",
        "http://testserver/en/ai/%00/",
        "http://testserver/%ff/ai/",
        "nonsense",
    ],
)
def test_other_addresses_are_not_found(address: str) -> None:
    assert status(address) == 404


def test_address_is_asked_for() -> None:
    assert Client().get("/oembed").status_code == 404
    assert Client().get("/oembed?url=%ff%fe").status_code == 404


@settings(max_examples=30)
@given(st.text(max_size=60))
@example("?" + "&".join(f"a{n}=1" for n in range(300)))
@example("?devices=\ud800")
@example("embed/?fields=\x00&devices=\x00")
def test_no_address_breaks_it(text: str) -> None:
    for address in (text, f"{ORIGIN}/{text}", f"{ORIGIN}/en/ai/{FLAGSHIP}/{text}"):
        encoded = quote(address, safe="", errors="replace")
        assert Client().get(f"/oembed?url={encoded}").status_code < 500
