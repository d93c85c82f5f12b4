"""The site with the made-up calculator of tests/fixtures in the place of the real ones."""

from calculator.settings import *  # noqa: F403
from calculator.settings import BASE_DIR, TEMPLATES

CATALOG = "tests.fixtures.catalog"
FLAGSHIP = "every-kind"
TEMPLATES[0]["DIRS"] = [BASE_DIR / "templates", BASE_DIR / "tests" / "fixtures" / "catalog"]
