"""The stories of keys and phones in WebKit and Firefox, with phones of Chromium beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.engines.phone import Phone
from tests.support import key_stories as stories
from tests.support.browser import ACTION_TIMEOUT_MS, PHONE
from tests.support.thumb import ChromiumThumb

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
OtherPhone = Callable[[], ChromiumThumb]


@pytest.fixture
def other_phone(chromium: Browser, phone: Phone) -> Iterator[OtherPhone]:
    contexts: list[BrowserContext] = []

    def made() -> ChromiumThumb:
        context = chromium.new_context(base_url=phone.base_url, **PHONE)
        context.set_default_timeout(ACTION_TIMEOUT_MS)
        contexts.append(context)
        return ChromiumThumb(context)

    yield made
    for context in contexts:
        context.close()


def test_a_new_phone_with_the_old_one(phone: Phone, other_phone: OtherPhone) -> None:
    old = other_phone()
    stories.new_phone_with_the_old_one(phone, old, stories.link_with_keys(old))


def test_a_new_phone_without_the_old_one(phone: Phone, other_phone: OtherPhone) -> None:
    stories.new_phone_without_the_old_one(phone, other_phone(), other_phone())


def test_a_guest_with_the_pen(phone: Phone, other_phone: OtherPhone) -> None:
    stories.guest_pen(phone, other_phone())


def test_a_device_that_is_thrown_out(phone: Phone, other_phone: OtherPhone) -> None:
    stories.thrown_out_device(phone, other_phone(), other_phone())


def test_a_stolen_link(phone: Phone, other_phone: OtherPhone) -> None:
    stories.stolen_link(phone, other_phone(), other_phone())
