"""Someone who has never seen Scorebook: knows only what the screen shows, and counts taps and scrolled pixels."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

Place = dict[str, float]

SWIPE_PX = 500
# Links, buttons, choices and folds can be tapped; any text in view can be read.
FIND = """({ text, tappable }) => {
  const plain = (text) => text.replace(/\\s+/g, " ").trim();
  const inView = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (!width || !height || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return null;
    const hit = document.elementFromPoint(x, y);
    return hit && (element.contains(hit) || hit.contains(element)) ? { x, y } : null;
  };
  // An empty box and a suit's symbol have no text; their label is what a person sees in them.
  const names = (element) => [
    element.innerText, element.ariaLabel, tappable && element.querySelector("[aria-label]")?.ariaLabel,
  ].filter(Boolean).map(plain);
  const elements = [...document.querySelectorAll(
    tappable ? "a, button, label, summary, input, select" : "body *")].filter((element) => names(element).length);
  for (const fits of [(name, text) => name === text, (name, text) => name.startsWith(`${text} `),
                      (name, text) => !tappable && name.includes(text) && name.length < 400]) {
    for (const element of elements) {
      if (!names(element).some((name) => fits(name, text))) continue;
      const place = inView(element);
      if (place) return place;
    }
  }
  return null;
}"""


@dataclass(kw_only=True)
class Newcomer:
    """Reads what is in view, swipes down where a word is missing, begins again at the top once, and gives up then."""

    page: Page
    taps: int = 0
    scrolled_px: int = 0
    _taps_before: int = 0
    _px_before: int = 0

    def reads(self, text: str, *, tappable: bool = False) -> Place | None:
        """Return where the text is in view."""
        self.page.wait_for_load_state("networkidle")
        found: Place | None = self.page.evaluate(FIND, {"text": text, "tappable": tappable})
        return found

    def sees(self, text: str, *, tappable: bool = False) -> Place:
        """Return where the text comes into view; fail with the words of the page if it does not."""
        found = self._swipes_to(text, tappable=tappable)
        if not found:
            self._swipe(-self.page.evaluate("scrollY"))
            found = self._swipes_to(text, tappable=tappable)
        assert found, f"no {text} on {self.page.url}: {self.page.inner_text('body')[:3000]}"
        return found

    def taps_on(self, text: str) -> None:
        place = self.sees(text, tappable=True)
        self.page.touchscreen.tap(place["x"], place["y"])
        self.taps += 1

    def follows(self, text: str) -> None:
        """Tap what opens another page, or this one anew."""
        with self.page.expect_navigation():
            self.taps_on(text)

    def types(self, *texts: str) -> None:
        """Type into one field after the other, with the keyboard's key to the next one."""
        for no, text in enumerate(texts):
            if no:
                self.page.keyboard.press("Enter")
            self.page.keyboard.type(text)

    def counted(self) -> str:
        """Return what was counted since the last call."""
        taps, px = self.taps - self._taps_before, self.scrolled_px - self._px_before
        self._taps_before, self._px_before = self.taps, self.scrolled_px
        return f"{taps} taps, {px} px"

    def _swipes_to(self, text: str, *, tappable: bool) -> Place | None:
        while not (found := self.reads(text, tappable=tappable)) and self._swipe(SWIPE_PX):
            pass
        return found

    def _swipe(self, by: float) -> int:
        """Return by how many pixels the page moved."""
        scroll = (
            "(by) => { const before = scrollY; scrollBy({ top: by, behavior: 'instant' }); return scrollY - before }"
        )
        way = abs(round(float(self.page.evaluate(scroll, by))))
        self.scrolled_px += way
        return way
