"""Input methods: what is being composed is nobody's business until it is committed."""

from playwright.sync_api import CDPSession, Page, Request, expect

from tests.browser.visit import A_WHILE, Visit, address

SEARCH = "/ja/search/"


class InputMethod:
    """A Japanese input method, played by the browser's own protocol."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)

    def compose(self, text: str) -> None:
        for end in range(1, len(text) + 1):
            parameters = {"text": text[:end], "selectionStart": end, "selectionEnd": end}
            self._session.send("Input.imeSetComposition", parameters)

    def press(self, key: str) -> None:
        """A key that the input method takes for itself, as pages see it."""
        for kind in ("rawKeyDown", "keyUp"):
            parameters = {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": 229}
            self._session.send("Input.dispatchKeyEvent", parameters)

    def commit(self, text: str) -> None:
        self._session.send("Input.insertText", {"text": text})

    def cancel(self) -> None:
        parameters = {"text": "", "selectionStart": 0, "selectionEnd": 0}
        self._session.send("Input.imeSetComposition", parameters)


def test_number_is_sent_once_and_only_after_it_is_committed(flagship: Visit) -> None:
    method = InputMethod(flagship.page)
    flagship.field("devices").focus()
    flagship.field("devices").select_text()
    method.compose("１２")
    expect(flagship.field("devices")).to_have_value("１２")
    flagship.page.wait_for_timeout(1000)
    assert flagship.recomputes.sent == []
    expect(flagship.number).to_have_text("115,200")
    method.commit("１２")
    expect(flagship.number).to_have_text("21,600")
    flagship.page.wait_for_timeout(A_WHILE)
    assert [sent["devices"] for sent in flagship.recomputes.sent] == ["１２"]
    expect(flagship.field("devices")).to_have_value("１２")
    expect(flagship.note("devices").locator(".echo")).to_contain_text("12")
    expect(flagship.page).to_have_url(address(query="?devices=12"))


def test_enter_that_commits_submits_nothing(flagship: Visit) -> None:
    method = InputMethod(flagship.page)
    flagship.mark()
    flagship.field("devices").focus()
    flagship.field("devices").select_text()
    method.compose("１２８")
    method.press("Enter")
    flagship.page.wait_for_timeout(A_WHILE)
    assert flagship.recomputes.sent == []
    method.commit("128")
    expect(flagship.number).to_have_text("230,400")
    expect(flagship.field("devices")).to_be_focused()
    flagship.expect_same_document()


def test_typing_goes_on_after_a_composition(flagship: Visit) -> None:
    method = InputMethod(flagship.page)
    flagship.field("devices").focus()
    flagship.field("devices").select_text()
    method.compose("１")
    method.commit("１")
    flagship.page.keyboard.type("28")
    expect(flagship.number).to_have_text("230,400")
    expect(flagship.field("devices")).to_have_value("１28")
    assert flagship.recomputes.sent[-1]["devices"] == "１28"


def test_composition_that_is_given_up_leaves_the_page_right(flagship: Visit) -> None:
    method = InputMethod(flagship.page)
    flagship.put_caret("devices", 2)
    method.compose("８")
    expect(flagship.field("devices")).to_have_value("64８")
    method.cancel()
    expect(flagship.field("devices")).to_have_value("64")
    flagship.page.wait_for_timeout(A_WHILE)
    expect(flagship.number).to_have_text("115,200")
    expect(flagship.page).to_have_url(address())


def test_word_in_a_search_is_searched_for_once_it_is_committed(page: Page) -> None:
    searches: list[Request] = []
    page.goto(SEARCH)
    page.on("request", lambda request: searches.append(request) if "?q=" in request.url else None)
    method = InputMethod(page)
    field = page.locator("#q")
    field.focus()
    method.compose("ばっち")
    page.wait_for_timeout(A_WHILE)
    assert searches == []
    # Keys for the candidate window neither move the focus, nor send, nor open anything.
    for key in ("ArrowDown", "ArrowUp", "Enter"):
        method.press(key)
        expect(field).to_be_focused()
    expect(field).to_have_value("ばっち")
    method.commit("バッチ")
    expect(page.locator('.hits a[href="/ja/ai/effective-batch-size/"]')).to_be_visible()
    page.wait_for_timeout(A_WHILE)
    assert len(searches) == 1
    expect(field).to_have_value("バッチ")
    expect(field).to_be_focused()
    expect(page.locator("form.search")).to_have_count(1)


def test_arrows_of_an_input_method_stay_in_the_field_beside_hits(page: Page) -> None:
    page.goto(f"{SEARCH}?q=GPipe")
    expect(page.locator(".hits a")).to_have_count(1)
    method = InputMethod(page)
    field = page.locator("#q")
    field.focus()
    method.compose("そくど")
    method.press("ArrowDown")
    expect(field).to_be_focused()
    method.press("Enter")
    method.commit("速度")
    page.wait_for_timeout(A_WHILE)
    expect(field).to_be_focused()
    expect(page.locator("h1")).to_be_visible()
    assert "/ja/search/" in page.url
