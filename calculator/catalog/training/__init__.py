"""Training: how far a run scales, and what it needs to fit and finish."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from calculator.base import Category

category = Category(
    number=1,
    title=pgettext_lazy("category", "Training"),
    note=_("How far a run scales, and what it needs to fit and finish."),
    more=_("More training and scaling calculators"),
    clusters=("parallelism and batches", "compute and data", "memory"),
)
