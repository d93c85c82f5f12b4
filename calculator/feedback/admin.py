"""Feedback in Django's admin: to be read, searched and exported, never changed."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from calculator import links
from calculator.feedback.export import table
from calculator.feedback.models import Feedback
from calculator.registry import calculators

admin.site.site_header = admin.site.site_title = settings.SITE_NAME


@admin.register(Feedback)
class FeedbackAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("time", "slug", "language", "verdict", "text", "page")
    list_filter = ("slug", "language", "verdict", "time")
    search_fields = ("text", "slug", "inputs")
    date_hierarchy = "time"
    actions = ("export",)

    @admin.display(description=_("Inputs"))
    def page(self, feedback: Feedback) -> SafeString | str:
        """A link to the page as the visitor saw it, while there is such a calculator."""
        if feedback.slug not in calculators():
            return feedback.inputs
        path = links.path(feedback.slug, feedback.language)
        return format_html('<a href="{}{}">{}</a>', path, feedback.inputs, feedback.inputs or path)

    @admin.action(description=_("Export as CSV"), permissions=["view"])
    def export(self, request: HttpRequest, chosen: QuerySet[Feedback]) -> HttpResponse:
        disposition = 'attachment; filename="feedback.csv"'
        return HttpResponse(
            table(chosen),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": disposition},
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
