"""makemessages with this project's settings, so that catalogs differ only when texts do."""

import re
from pathlib import Path

from django.core.management.base import CommandParser
from django.core.management.commands import makemessages

LOCALES = ["ja", "zh_Hant"]


class Command(makemessages.Command):
    # A guessed translation of a similar sentence is worse than none.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        # Without locations, branches that add calculators merge without conflict.
        parser.set_defaults(
            locale=LOCALES,
            no_location=True,
            no_wrap=True,
            no_obsolete=True,
            ignore_patterns=["var", "tests", ".venv"],
        )

    def write_po_file(self, potfile: str, locale: str) -> None:
        super().write_po_file(potfile, locale)
        path = Path(potfile).parent / locale / "LC_MESSAGES" / f"{self.domain}.po"
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r'"POT-Creation-Date:.*\n', "", text), encoding="utf-8")
