"""Keep the newest pictures that the tests took, small enough for a page: that of the README, and
those by which a phone shows the app before it is installed.

``python3 go.py test tests/browser/test_picture.py``, look at ``readme.png`` and the ``app-*.png``
in ``tests/screenshots``, then ``.venv/bin/python docs/screenshot.py``.
"""

from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
NEWEST = HERE.parent / "tests" / "screenshots"
IMAGES = HERE.parent / "static" / "img"
KEPT = {
    "readme": (HERE / "screenshot.png", IMAGES / "app-hand.png"),
    "app-board": (IMAGES / "app-board.png",),
    "app-screen": (IMAGES / "app-screen.png",),
}
COLOURS = 160
WIDEST = 1280

if __name__ == "__main__":
    for name, places in KEPT.items():
        with Image.open(NEWEST / f"{name}.png") as picture:
            whole = picture.convert("RGB")
            whole.thumbnail((WIDEST, whole.height))
            small = whole.quantize(COLOURS, dither=Image.Dither.NONE)
        for place in places:
            small.save(place, optimize=True)
            print(f"{place.name}: {place.stat().st_size:,} bytes")
