"""Storing feedback: all of it, or nothing and an exception."""

from django.db import transaction

from calculator.feedback import limits
from calculator.feedback.models import Feedback


def store(feedback: Feedback, sender: str) -> None:
    """Store what a network sent. Raises TooMany, or an error of the database."""
    with transaction.atomic():
        limits.count(sender)
        feedback.save()
