"""The site with its admin, for tests: static files as they lie there, without being collected."""

from calculator.settings import *  # noqa: F403
from calculator.settings import STORAGES

STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
WHITENOISE_USE_FINDERS = True
