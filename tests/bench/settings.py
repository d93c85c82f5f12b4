"""The site's settings with one more address: a bare view behind the same middleware."""

from calculator.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
