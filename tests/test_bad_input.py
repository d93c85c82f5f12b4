"""Whatever a link or a form says, it is answered: never a failure, never NaN or infinity."""

import re
from urllib.parse import urlencode

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calculator.inputs import Choice
from calculator.registry import calculators
from tests.site import LANGUAGES

GET = ("", "embed/", "drawing/", "chart/", "sweep.csv", "feedback/", "qr.svg")
POST = ("result/", "embed/result/")
BESIDE = ("pin", "pin_name", "preset", "from", "theme", "fields", "results", "verdict")
TEXTS = (
    *("", " ", "0", "-1", "-0", "1e400", "1e-400", "1e17", "1,5", "９", "100", "3.5", "10000"),
    *("%", "\x00", "\ud7ff", "'\"<>&", "x" * 300, "true", ";", ",", ":", "64,"),
    *("devices:64", "Plan,devices:128", "devices:abc,scaling_efficiency:900", "A%2CB,%zz:1"),
    *("effective-batch-size,total_devices,data_parallel_size:16", "gone,x,y:1"),
    *("phi-4", "nvidia-h100-sxm", "gone", "1,52.4;8,378", "1 2\n3 4", "a,b;c,d", "1,0;1,0"),
)


@st.composite
def questions(draw: st.DrawFn) -> tuple[str, str]:
    """A calculator and a query that may ask anything of it."""
    slug = draw(st.sampled_from(sorted(calculators())))
    calculator = calculators()[slug]
    pairs: list[tuple[str, str]] = []
    solving = draw(st.booleans())
    if calculator.unknowns and solving:
        pairs.append(("solve", draw(st.sampled_from(sorted(calculator.unknowns)))))
        goal = draw(st.sampled_from(sorted(calculator.targets)))
        pairs.append((goal, draw(st.sampled_from(["0", "1e-9", "5", "50", "1e5", "1e29"]))))
    for _each in range(draw(st.integers(0, 6))):
        name = draw(st.sampled_from([*calculator.fields, *BESIDE, "pin"]))
        one = calculator.fields.get(name)
        codes = list(one.choices) if isinstance(one, Choice) else []
        pairs.append((name, draw(st.sampled_from([*codes, *TEXTS]))))
    return slug, urlencode(pairs)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(asked=questions(), language=st.sampled_from(LANGUAGES))
def test_everything_is_answered(asked: tuple[str, str], language: str) -> None:
    slug, query = asked
    page = f"/{language}/ai/{slug}/"
    answers = [Client().get(f"{page}{tail}?{query}") for tail in GET]
    answers.append(Client().get(f"/{language}/ai/{slug}.json?{query}"))
    for tail in POST:
        form = "application/x-www-form-urlencoded"
        headers = {"HX-Request": "true"}
        answers.append(Client().post(f"{page}{tail}", query, content_type=form, headers=headers))
    for response in answers:
        assert response.status_code in (200, 400, 404), response.request["PATH_INFO"]
        said = response.content.decode("utf-8-sig")
        assert not re.search(r"\b(NaN|-?Infinity)\b|>-?(nan|inf)\b", said)


@pytest.mark.parametrize("slug", sorted(calculators()))
def test_a_thousand_of_everything(slug: str) -> None:
    """Repeated names beyond any use."""
    names = [*calculators()[slug].fields, *BESIDE]
    query = urlencode([(name, "1") for name in names for _each in range(90)])
    for tail in GET[:3]:
        assert Client().get(f"/en/ai/{slug}/{tail}?{query}").status_code in (200, 400, 404)
