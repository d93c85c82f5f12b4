"""Feedback as a Django app: its tables are the only ones that visitors write to."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FeedbackConfig(AppConfig):
    name = "calculator.feedback"
    verbose_name = _("Feedback")
    default_auto_field = "django.db.models.BigAutoField"
