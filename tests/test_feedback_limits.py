"""How much one network may send: counted for a day, and nothing is known of it afterwards."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from pytest_django import Settings

from calculator.feedback import limits
from calculator.feedback.models import Feedback, Sender
from tests.feedback_visit import WORDS, Visit, message_in, text_in
from tests.site import LANGUAGES
from tests.visitor import fields_of

stores = pytest.mark.django_db


@stores
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
def test_too_many_from_one_network(htmx: bool, language: str) -> None:
    visit = Visit(htmx=htmx)
    form = visit.open("improve", "", language)
    for number in range(limits.MOST_A_DAY):
        visit.send(form, "", language, text=str(number))
    assert Feedback.objects.count() == limits.MOST_A_DAY
    # Another browser of the same network.
    other = Visit(htmx=htmx)
    response = other.send(other.open("improve", "", language), "", language, text="once more")
    assert response.status_code == 429
    assert message_in(response) == WORDS[language]["too many"]
    assert text_in(response) == "once more"
    assert Feedback.objects.count() == limits.MOST_A_DAY


@stores
def test_refused_does_not_count() -> None:
    visit = Visit()
    form = visit.open()
    for _number in range(limits.MOST_A_DAY + 1):
        visit.send(form, text="")
        visit.send(form, text="x", homepage="x")
        visit.send(form, text="x", csrfmiddlewaretoken="x")
    assert Sender.objects.count() == 0
    assert visit.send(form, text="x").status_code == 303


@stores
def test_another_day_is_a_new_count_and_forgets_the_old(monkeypatch: pytest.MonkeyPatch) -> None:
    for _number in range(limits.MOST_A_DAY):
        limits.count("192.0.2.1")
    with pytest.raises(limits.TooMany):
        limits.count("192.0.2.1")
    limits.count("192.0.2.2")
    known = set(Sender.objects.values_list("key", flat=True))
    assert len(known) == 2
    tomorrow = limits.today() + timedelta(days=1)
    monkeypatch.setattr(limits, "today", lambda: tomorrow)
    limits.count("192.0.2.1")
    sender = Sender.objects.get()
    assert (sender.day, sender.count) == (tomorrow, 1)
    # The same network is not to be known again.
    assert sender.key not in known


@stores
def test_command_forgets_earlier_days() -> None:
    limits.count("192.0.2.1")
    Sender.objects.create(key="old", day=limits.today() - timedelta(days=1), count=3)
    call_command("forgetsenders")
    assert Sender.objects.get().day == limits.today()


@stores
def test_network_is_kept_as_a_hash_under_the_secret(settings: Settings) -> None:
    limits.count("192.0.2.1")
    (key,) = Sender.objects.values_list("key", flat=True)
    assert len(key) == 64
    assert int(key, 16)
    settings.SECRET_KEY = "another"
    limits.count("192.0.2.1")
    assert Sender.objects.exclude(key=key).count() == 1


FORWARDED = "198.51.100.9, 192.0.2.7, 192.0.2.8"


@pytest.mark.parametrize(
    ("proxies", "remote", "forwarded", "network"),
    [
        # Without a proxy the header is only what someone claims.
        (0, "203.0.113.5", FORWARDED, "203.0.113.5"),
        (0, "203.0.113.5", "", "203.0.113.5"),
        # What each trusted proxy appended, from the right.
        (1, "10.0.0.1", FORWARDED, "192.0.2.8"),
        (2, "10.0.0.1", FORWARDED, "192.0.2.7"),
        (3, "10.0.0.1", FORWARDED, "198.51.100.9"),
        (1, "10.0.0.1", "203.0.113.5", "203.0.113.5"),
        # A header that is shorter than it should be.
        (2, "10.0.0.1", "203.0.113.5", "203.0.113.5"),
        (1, "10.0.0.1", "", "10.0.0.1"),
        (1, "10.0.0.1", "203.0.113.5, ", "10.0.0.1"),
        # Ports differ from request to request.
        (1, "10.0.0.1", "203.0.113.5:4711", "203.0.113.5"),
        (1, "10.0.0.1", "[2001:db8:1:2::3]:4711", "2001:db8:1:2::/64"),
        # One line has a whole block of IPv6.
        (0, "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        (0, "2001:db8:1:2::1", "", "2001:db8:1:2::/64"),
        (0, "2001:db8:1:3::1", "", "2001:db8:1:3::/64"),
        (0, "::ffff:203.0.113.5", "", "203.0.113.5"),
        (1, "10.0.0.1", "unknown", "unknown"),
        (0, "", "", ""),
    ],
)
def test_network_of_a_request(
    settings: Settings, proxies: int, remote: str, forwarded: str, network: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    meta = {"REMOTE_ADDR": remote, "HTTP_X_FORWARDED_FOR": forwarded}
    assert limits.network(meta) == network


@stores
def test_claimed_address_does_not_help(settings: Settings) -> None:
    visit = Visit()
    form = visit.open()
    for number in range(limits.MOST_A_DAY + 1):
        headers = {"X-Forwarded-For": f"192.0.2.{number}"}
        fields = {**fields_of(form), "text": "x"}
        response = visit.client.post(form["action"], fields, headers=headers)
    assert response.status_code == 429
    assert Sender.objects.count() == 1
