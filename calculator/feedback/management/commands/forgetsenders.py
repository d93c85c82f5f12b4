"""Deletes what was counted on earlier days; every feedback that is stored does so too."""

from typing import Any

from django.core.management.base import BaseCommand

from calculator.feedback import limits


class Command(BaseCommand):
    help = "Deletes how much each network sent on earlier days."

    def handle(self, *args: Any, **options: Any) -> None:
        limits.forget(before=limits.today())
