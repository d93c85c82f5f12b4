"""What all tests share: a language to start from, other catalogs, reproducible examples."""

from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from django.utils.translation import override
from pytest_django import Settings

from calculator.base import Calculator
from calculator.registry import calculators
from tests import catalogs, sixty

hypothesis.settings.register_profile("tests", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("tests")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A request leaves its language active after it; each test starts in English."""
    with override("en"):
        yield


@pytest.fixture
def specimen(settings: Settings) -> Iterator[Calculator]:
    """The made-up calculator with every kind of input and output, as the only one."""
    folder = Path(__file__).parent / "fixtures" / "catalog"
    catalogs.use(settings, "tests.fixtures.catalog", folder, "every-kind")
    yield calculators()["every-kind"]
    catalogs.forget()


@pytest.fixture(scope="session")
def sixty_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sixty.write(tmp_path_factory.mktemp("made_up"))


@pytest.fixture
def sixty_calculators(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, sixty_folder: Path
) -> Iterator[dict[str, Calculator]]:
    """Sixty made-up calculators in six categories."""
    monkeypatch.syspath_prepend(sixty_folder.parent)
    catalogs.use(settings, sixty_folder.name, sixty_folder, sixty.FLAGSHIP)
    yield calculators()
    catalogs.forget()
