"""Messages: what is refused (E), remarked on (W) or left undefined (R), and why."""

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from calculator import units
from calculator.wording import Wording

E_REQUIRED = _("%(label)s: enter a value, like %(example)s.")
E_NUMBER = _("%(label)s must be a number, like %(example)s.")
E_WHOLE = _("%(label)s must be a whole number, like %(example)s.")
E_AMBIGUOUS = _(
    "%(label)s: “%(typed)s” can be read as %(first)s or as %(second)s; write the one you mean."
)
E_FORMAT = _(
    "%(label)s: write the number like %(example)s, with a point for decimals and a comma only "
    "every three digits."
)
E_SUFFIX = _("%(label)s is in %(unit)s; leave out “%(suffix)s”.")
E_NO_UNIT = _("%(label)s is a plain number; leave out “%(suffix)s”.")
E_MIN = _("%(label)s must be %(min)s or more.")
E_MORE = _("%(label)s must be more than %(min)s.")
E_MAX = _("%(label)s must be %(max)s or less.")
E_LESS = _("%(label)s must be less than %(max)s.")
E_BETWEEN = _("%(label)s must be between %(min)s and %(max)s.")
E_CHOICE = _("%(label)s: choose one of the options listed.")
E_SWITCH = _("%(label)s must be true or false.")
E_LINE = _("%(label)s, line %(line)s: write it as “%(pattern)s”; it reads “%(text)s”.")
E_LINE_DIGITS = _(
    "%(label)s, line %(line)s: write it as “%(pattern)s”, with a point for decimals and nothing "
    "between thousands; it reads “%(text)s”."
)
E_LINES = _("%(label)s must hold %(min)s to %(max)s lines; it holds %(count)s.")
E_MAX_OF = _("%(label)s (%(value)s) must not be more than %(other)s (%(other_value)s).")
E_MIN_OF = _("%(label)s (%(value)s) must not be less than %(other)s (%(other_value)s).")
E_LESS_OF = _("%(label)s (%(value)s) must be less than %(other)s (%(other_value)s).")
E_BOTH = _("%(label)s and %(other)s: enter both, or neither.")
E_ONE_OF = _("%(label)s or %(other)s: enter the value to reach.")
E_NOT_BOTH = _("%(label)s and %(other)s: enter only one of them.")
E_UNREACHED = _(
    "%(label)s: no value of %(other)s from %(other_min)s to %(other_max)s gives %(value)s; the "
    "nearest is %(nearest)s, at %(other_value)s."
)
E_UNREACHED_ANYWHERE = _("%(label)s: no value of %(other)s gives %(value)s.")
E_NO_EFFECT = _("%(other)s does not change %(label)s; solve for another input.")
E_TOO_LARGE = _("%(label)s makes the result too large to show; enter a smaller value.")

W_PERCENT = _("Read as %(value)s. If you mean %(hundredfold)s, write %(hundredfold)s.")
W_PRESET = _("The preset “%(name)s” is no longer listed; the fields keep the values of the link.")
W_EXTRAPOLATED = _(
    "Outside %(other_min)s to %(other_max)s, where the law was fitted: read this as an "
    "extrapolation."
)
W_IGNORED = _("%(label)s has no effect while %(other)s is “%(other_value)s”.")

R_ZERO = _("Not defined, because %(label)s is 0.")
R_ABOVE = _("Defined only when %(label)s is more than %(min)s.")
R_NEVER = _("Not reached at any value.")
R_UNLIMITED = _("There is no limit.")
R_NO_FIT = _("No value fits.")
R_TOO_LARGE = _("Too large to show.")

Text = str | Promise


class Quantity(Protocol):
    """An input or an output, as far as a message needs it."""

    @property
    def name(self) -> Text: ...

    @property
    def unit(self) -> str: ...

    @property
    def symbol(self) -> str: ...

    def unit_code(self, inputs: Mapping[str, Any]) -> str: ...

    def write(self, value: Any, wording: Wording) -> str: ...


class Verbatim(str):
    """A parameter that goes into its message as it is."""


class Message:
    """A text, with the quantities it names by their keys and the plain values it carries.

    `label` and `other` are keys. Every other parameter is a value of `label`, or of `other`
    where its name begins so, and is written as that quantity writes its values, in the
    language and the units in use when the message is said. `%(unit)s` is the unit of `label`.
    """

    def __init__(self, template: Text, *, label: str = "", other: str = "", **values: Any) -> None:
        self.template = template
        self.label = label
        self.other = other
        self.values = values

    @property
    def keys(self) -> list[str]:
        """The keys of the quantities that the message names."""
        return [key for key in (self.label, self.other) if key]

    def say(self, quantities: Mapping[str, Quantity], wording: Wording) -> str:
        """The message in the language in use."""
        said: dict[str, str] = {}
        if self.label:
            said["label"] = str(quantities[self.label].name)
            code = quantities[self.label].unit_code(wording.inputs)
            said["unit"] = units.text(code, wording.language)
        if self.other:
            said["other"] = str(quantities[self.other].name)
        for name, value in self.values.items():
            owner = self.other if name.startswith("other_") else self.label
            verbatim = isinstance(value, Verbatim)
            said[name] = value if verbatim else quantities[owner].write(value, wording)
        return str(self.template) % said


class Refusal(Message):
    """Why what was typed is refused."""


class Remark(Message):
    """A remark on legal but odd input, or on a table that follows from it.

    `repair` is the value of `label` to offer instead; a `strong` remark says that a result is
    hardly worth anything.
    """

    def __init__(
        self, template: Text, *, repair: Any = None, strong: bool = False, **values: Any
    ) -> None:
        super().__init__(template, **values)
        self.repair = repair
        self.strong = strong
