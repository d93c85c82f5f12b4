"""A visit to the feedback form, and what the form says in each language."""

from typing import Any

from django.test import Client

from calculator.feedback.models import Feedback
from tests import dom
from tests.site import FLAGSHIP
from tests.visitor import fields_of

HTMX = {"HX-Request": "true"}
# What each language says, as the glossary has it.
WORDS = {
    "en": {
        "question": "Was this calculator helpful?",
        "helpful": "Helpful",
        "improve": "Needs improvement",
        "label": "What could be better?",
        "send": "Send feedback",
        "empty": "Write what could be better; a few words are enough.",
        "too long": "Shorten the text to 2,000 characters; it has 2,001.",
        "too many": "Feedback from one network is limited to 20 a day. Send it again tomorrow.",
        "thanks": "Thank you. The feedback has been sent.",
        "back": "Back to the calculator",
        "title": "Feedback on “Data parallel scaling” — Sangi",
        "refused": "Not sent: ",
    },
    "zh-hant": {
        "question": "這個計算機對您有幫助嗎？",
        "helpful": "有幫助",
        "improve": "需要改進",
        "label": "哪裡可以更好？",
        "send": "送出意見",
        "empty": "請寫下哪裡可以更好，幾個字也可以。",
        "too long": "內容有 2,001 字，請縮短到 2,000 字以內。",
        "too many": "同一個網路每天最多可送出 20 則意見，請明天再送一次。",
        "thanks": "謝謝，意見已送出。",
        "back": "回到計算機",
        "title": "對「資料平行擴展計算機」的意見回饋 — Sangi",
        "refused": "未送出：",
    },
    "ja": {
        "question": "この計算機は役に立ちましたか？",
        "helpful": "役に立った",
        "improve": "改善が必要",
        "label": "改善してほしい点",
        "send": "フィードバックを送信",
        "empty": "改善してほしい点を入力してください。ひと言でもかまいません。",
        "too long": "本文は2,000文字以内で入力してください。いまは2,001文字です。",
        "too many": (
            "同じネットワークから送信できるのは1日20件までです。明日もう一度送信してください。"
        ),
        "thanks": "ありがとうございます。フィードバックを送信しました。",
        "back": "計算に戻る",
        "title": "「データ並列スケーリングの計算」へのフィードバック — Sangi",
        "refused": "未送信：",
    },
}


def address(query: str = "", language: str = "en", slug: str = FLAGSHIP) -> str:
    return f"/{language}/ai/{slug}/feedback/{query}"


class Visit:
    """A visitor who opens the form and sends it, as a browser does with the tokens in it."""

    def __init__(self, *, htmx: bool = False, secure: bool = False) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.htmx = htmx
        self.secure = secure

    def options(self, query: str, language: str) -> dict[str, Any]:
        page = f"http://testserver/{language}/ai/{FLAGSHIP}/{query}"
        headers = {**HTMX, "HX-Current-URL": page} if self.htmx else {}
        if self.secure:
            headers["Referer"] = page.replace("http:", "https:")
        return {"headers": headers, "secure": self.secure}

    def open(self, verdict: str = "improve", inputs: str = "", language: str = "en") -> dom.Element:
        query = f"?verdict={verdict}{inputs.replace('?', '&', 1)}"
        response = self.client.get(address(query, language), **self.options(inputs, language))
        assert response.status_code == 200
        return dom.parse(response.content.decode()).by_id("feedback-form")

    def send(
        self, form: dom.Element, inputs: str = "", language: str = "en", **changes: str
    ) -> Any:
        return self.client.post(
            form["action"], {**fields_of(form), **changes}, **self.options(inputs, language)
        )


def form_in(response: Any) -> dom.Element:
    return dom.parse(response.content.decode()).by_id("feedback-form")


def message_in(response: Any) -> str:
    return form_in(response).by_id("feedback-message").text


def text_in(response: Any) -> str:
    return fields_of(form_in(response))["text"]


def refused(response: Any, status: int = 200) -> str:
    """The message of a form that came back; nothing is stored."""
    assert response.status_code == status
    assert Feedback.objects.count() == 0
    return message_in(response)
