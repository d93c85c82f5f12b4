"""What can be measured of a page's layout: overflow, clipped text, small targets."""

from playwright.sync_api import Locator, Page

# Boxes in which wide content may be scrolled, and text that is off the screen on purpose.
SCROLLING = ".lines, .formulas, .how, .scroll, .scenarios"
UNSEEN = ".visually-hidden, .skip, .peek, .scenarios .name, option"

_CLIPPED = """([scrolling, unseen, slack]) => {
    const width = document.documentElement.clientWidth;
    const name = (element) => {
        const text = (element.value ?? element.textContent).trim().slice(0, 40);
        const names = element.getAttribute("class") ?? "";
        return `${element.localName}${element.id && "#" + element.id} .${names} "${text}"`;
    };
    const hasText = (element) => [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const pen = document.createElement("canvas").getContext("2d");
    const written = (element, text) => {
        const { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing } =
            getComputedStyle(element);
        // The shorthand is empty where the digits are tabular, which no shorthand can say.
        pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
        pen.letterSpacing = letterSpacing === "normal" ? "0px" : letterSpacing;
        return pen.measureText(text).width;
    };
    const found = [];
    for (const element of document.body.querySelectorAll("*")) {
        if (!element.checkVisibility() || element.closest(unseen)) continue;
        const field = element.matches("input[type=text], input[type=search], select");
        if (!field && !hasText(element)) continue;
        const box = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        if (!element.closest(scrolling) && (box.right > width + slack || box.left < -slack)) {
            found.push(`beyond the screen: ${name(element)}`);
        }
        if (field) {
            const room = element.clientWidth
                - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            // What is only to be copied may be longer than its box; a field for typing may not.
            const typed = element.readOnly ? [] : [element.value];
            const texts = element.matches("select")
                ? [...element.options].map((option) => option.text) : typed;
            for (const text of texts) {
                const wide = written(element, text) > room + slack;
                if (wide) found.push(`cut: ${name(element)} ${text}`);
            }
        } else if (style.display !== "inline" && !element.closest("math, svg")) {
            const scrolls = element.closest(scrolling);
            const wide = element.scrollWidth > element.clientWidth + slack;
            const high = element.scrollHeight > element.clientHeight + slack
                && style.overflowY !== "visible";
            if (!scrolls && (wide || high)) found.push(`cut: ${name(element)}`);
        }
    }
    return found;
}"""

_OVERLAPS = """(selector) => {
    const boxes = [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => [element, element.getBoundingClientRect()]);
    const found = [];
    for (const [one, a] of boxes) {
        for (const [other, b] of boxes) {
            if (one === other || one.contains(other) || other.contains(one)) continue;
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 1 && high > 1) {
                found.push(`${one.textContent.trim()} | ${other.textContent.trim()}`);
            }
        }
    }
    return found;
}"""

# Links in running text may be as low as its lines; everything else is to be hit with a thumb.
_SMALL_TARGETS = """() => {
    const running = "a:is(.prose *, .sentence *, .message *, .small *, .summary *, #arrived *)";
    const targets = "a[href], button, input:not([type=hidden]), select, summary, label:has(input)";
    const found = [];
    for (const element of document.querySelectorAll(targets)) {
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        if (element.matches(running) || element.matches(".skip")) continue;
        const box = element.getBoundingClientRect();
        if (box.width < 24 || box.height < 24) {
            const size = `${box.width.toFixed(1)} × ${box.height.toFixed(1)}`;
            found.push(`${element.localName} "${element.textContent.trim()}" ${size}`);
        }
    }
    return found;
}"""


def sideways(page: Page) -> int:
    """By how many pixels the page can be scrolled sideways."""
    pixels: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return pixels


def clipped(page: Page, *, slack: float = 1) -> list[str]:
    """Texts that stick out of the screen, or out of their box, by more than `slack` pixels."""
    found: list[str] = page.evaluate(_CLIPPED, [SCROLLING, UNSEEN, slack])
    return found


def overlaps(page: Page, selector: str) -> list[str]:
    """Pairs among these elements that lie on one another."""
    found: list[str] = page.evaluate(_OVERLAPS, selector)
    return found


def small_targets(page: Page) -> list[str]:
    """What can be pressed and is less than 24 × 24 px."""
    found: list[str] = page.evaluate(_SMALL_TARGETS)
    return found


def open_folds(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")


def top(locator: Locator) -> float:
    return _box(locator)["y"]


def bottom(locator: Locator) -> float:
    box = _box(locator)
    return box["y"] + box["height"]


def left(locator: Locator) -> float:
    return _box(locator)["x"]


def _box(locator: Locator) -> dict[str, float]:
    box = locator.bounding_box()
    assert box is not None, f"{locator} is not to be seen"
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
