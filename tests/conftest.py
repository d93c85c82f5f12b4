"""What all tests share: a language to start from."""

from collections.abc import Iterator

import pytest
from django.utils.translation import override


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A request leaves its language active after it; each test starts in English."""
    with override("en"):
        yield
