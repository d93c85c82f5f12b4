"""The form that feedback comes in, and why it may be refused."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from calculator.feedback.models import Feedback

LONGEST_TEXT = 2000

E_VERDICT = _("Choose “Helpful” or “Needs improvement”.")
E_EMPTY = _("Write what could be better; a few words are enough.")
E_TOO_LONG = _("Shorten the text to %(limit)s characters; it has %(count)s.")
E_TRAP = _(
    "A field that has to stay empty was filled in, perhaps by the browser. "
    "It is empty again; send once more."
)


class Prose(forms.CharField):
    """Text as it is stored: one kind of line end, and nothing that PostgreSQL cannot hold."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\0", "\ufffd").replace("\r\n", "\n")


class FeedbackForm(forms.Form):
    """`homepage` is a trap: people do not see it, and programs that fill in forms fill it in."""

    verdict = forms.ChoiceField(
        choices=Feedback.Verdict.choices,
        error_messages={"required": E_VERDICT, "invalid_choice": E_VERDICT},
    )
    text = Prose(required=False)
    homepage = Prose(required=False)

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        if len(text) > LONGEST_TEXT:
            numbers = {"limit": f"{LONGEST_TEXT:,}", "count": f"{len(text):,}"}
            raise ValidationError(E_TOO_LONG, params=numbers)
        if not text and self.cleaned_data.get("verdict") == Feedback.Verdict.IMPROVE:
            raise ValidationError(E_EMPTY)
        return text

    def clean_homepage(self) -> str:
        if self.cleaned_data["homepage"]:
            raise ValidationError(E_TRAP)
        return ""

    @property
    def refusal(self) -> str:
        """The first thing that has to be changed."""
        return str(next(iter(self.errors.values()))[0])
