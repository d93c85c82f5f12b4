from django.test import Client

from calculator.base import Calculator
from tests import dom


def test_a(specimen: Calculator, client: Client) -> None:
    r = client.get("/en/ai/every-kind/")
    assert r.status_code == 200
    dom.parse(r.content.decode())


def test_b(client: Client) -> None:
    assert client.get("/en/ai/every-kind/").status_code == 404
    r = client.get("/en/ai/data-parallel-scaling/")
    assert r.status_code == 200
    dom.parse(r.content.decode())


def test_c(sixty_calculators, client):
    assert len(sixty_calculators) == 60
    r = client.get("/en/")
    assert r.status_code == 200
    print(dom.parse(r.content.decode()).text)
    r = client.get("/en/ai/training-1/")
    print(dom.parse(r.content.decode()).text)


def test_d(client: Client) -> None:
    r = client.get("/en/ai/data-parallel-scaling/")
    assert r.status_code == 200
    p = dom.parse(r.content.decode())
    for x in p.runs():
        print(repr(x))
