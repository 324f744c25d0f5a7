"""The sounds of a table: made by the page, short, and different from each other."""

from __future__ import annotations

from playwright.sync_api import Browser

# Every sound as it would be heard, rendered faster than it is played: its loudest moment, its mean, and its end.
RENDERED = """async () => {
  const { SOUNDS, LONGEST } = await import("/static/sound.js");
  const heard = {};
  for (const [name, sound] of Object.entries(SOUNDS)) {
    const context = new OfflineAudioContext(1, 44_100, 44_100);
    sound(context, context.destination, 0);
    const data = (await context.startRendering()).getChannelData(0);
    const loud = data.map(Math.abs);
    heard[name] = {
      peak: Math.max(...loud),
      mean: loud.reduce((sum, one) => sum + one, 0),
      ends: loud.findLastIndex((one) => one > 0.001) / 44_100,
      crossings: data.reduce((sum, one, place) => sum + (place && one * data[place - 1] < 0 ? 1 : 0), 0),
    };
  }
  return { heard, longest: LONGEST };
}"""


def test_sounds_are_short_and_different(browser: Browser, files: str) -> None:
    page = browser.new_page()
    page.goto(f"{files}/static/favicon.svg")
    answer = page.evaluate(RENDERED)
    page.close()
    heard = answer["heard"]
    assert set(heard) == {"dice", "knock", "coin", "horn", "breath"}
    for sound in heard.values():
        assert 0.1 < sound["peak"] <= 1.0
        assert 0.05 < sound["ends"] <= answer["longest"] <= 0.4
    assert len({round(sound["mean"]) for sound in heard.values()}) == len(heard)
    assert len({sound["crossings"] for sound in heard.values()}) == len(heard)
