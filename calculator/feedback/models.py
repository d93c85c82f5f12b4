"""What is stored: feedback for good, and for a day how much of it each network has sent."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Feedback(models.Model):
    """What a visitor said of a calculator, and the inputs that stood there.

    `inputs` is the query of the calculator's page in its canonical form, so that the page
    can be opened as the visitor saw it.
    """

    class Verdict(models.TextChoices):
        HELPFUL = "helpful", _("Helpful")
        IMPROVE = "improve", _("Needs improvement")

    time = models.DateTimeField(_("Sent at"), default=timezone.now, db_index=True)
    slug = models.CharField(_("Calculator"), max_length=100, db_index=True)
    language = models.CharField(_("Language"), max_length=10)
    verdict = models.CharField(pgettext_lazy("feedback", "Verdict"), max_length=10, choices=Verdict)
    text = models.TextField(pgettext_lazy("feedback", "Text"), blank=True)
    inputs = models.TextField(_("Inputs"), blank=True)

    class Meta:
        verbose_name = _("Feedback")
        verbose_name_plural = _("Feedback")
        ordering = ("-time", "-pk")

    def __str__(self) -> str:
        return f"{self.time:%Y-%m-%d %H:%M} {self.slug}"


class Sender(models.Model):
    """How much one network has sent on one day. The network itself is not kept.

    `key` is a hash of network and day under the site's secret: it cannot be turned back
    without the secret, and says nothing of another day.
    """

    key = models.CharField(max_length=64, primary_key=True)
    day = models.DateField(db_index=True)
    count = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.day} {self.count}"
