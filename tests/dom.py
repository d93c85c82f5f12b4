"""Pages as trees, read strictly: what is not closed or closed twice is an error."""

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta"}
UNSEEN = {"script", "style", "head"}
# Elements that flow with the text around them; all others stand apart from it.
INLINE = {"a", "b", "i", "span", "sup", "time", "code", "em", "strong", "math"}
INLINE |= {"mrow", "mi", "mn", "mo", "msup", "msub", "mtext"}
# Stands for a formula in the text around it.
FORMULA = "\ufffc"


class Element:
    """An element with its attributes and what it holds."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def get(self, name: str) -> str | None:
        return self.attributes.get(name)

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    def walk(self) -> Iterator["Element"]:
        """This element and all that it holds, in the order of the page."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, tag: str = "", **attributes: str) -> list["Element"]:
        """Elements with this tag and these attributes; `class_` is one of the classes."""
        wanted = attributes.pop("class_", None)
        return [
            each
            for each in self.walk()
            if (not tag or each.tag == tag)
            and (wanted is None or wanted in each.classes)
            and all(each.get(name.replace("_", "-")) == value for name, value in attributes.items())
        ]

    def one(self, tag: str = "", **attributes: str) -> "Element":
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} of {tag} {attributes}"
        return found[0]

    def by_id(self, name: str) -> "Element":
        return self.one(id=name)

    @property
    def text(self) -> str:
        """All text in it, white space collapsed; a no-break space counts as a space."""
        return " ".join("".join(self._strings()).split())

    def _strings(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in UNSEEN:
                apart = child.tag not in INLINE
                yield " " if apart else ""
                yield from child._strings()
                yield " " if apart else ""

    def runs(self) -> Iterator[tuple["Element", str]]:
        """The pieces of text that a reader sees as one, each with the element it is in.

        A formula is one character. Space that only parts two elements parts their texts too.
        """
        run = ""
        for piece in self._pieces():
            if isinstance(piece, str):
                run += piece
                continue
            if run.strip(" \n"):
                yield self, run.strip(" \n")
            run = ""
            if piece.tag not in UNSEEN and not piece.get("aria-hidden"):
                yield from piece.runs()
        if run.strip(" \n"):
            yield self, run.strip(" \n")

    def _pieces(self) -> Iterator["str | Element"]:
        """Text, through the elements that flow with it, and the elements that part it."""
        for child in self.children:
            if isinstance(child, str):
                parts = not child.strip(" \n") and len(self.children) > 1
                yield Element("", {}) if parts else child
            elif child.tag == "math":
                yield FORMULA
            elif (
                child.tag in INLINE
                and not child.get("aria-hidden")
                and "count" not in child.classes
            ):
                yield from child._pieces()
            else:
                yield child


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        assert len(names) == len(set(names)), f"<{tag}> repeats an attribute"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        opened = self._open.pop()
        assert opened.tag == tag, f"</{tag}> closes <{opened.tag}>"

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def parse(html: str) -> Element:
    """A page or a fragment as a tree."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader._open) == 1, f"<{reader._open[-1].tag}> is never closed"
    return reader.root
