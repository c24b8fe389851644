"""Put the newest picture that the tests took into the README, small enough for a page.

``python3 go.py test tests/browser/test_picture.py``, look at ``tests/screenshots/readme.png``, then
``.venv/bin/python docs/screenshot.py``.
"""

from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
NEWEST = HERE.parent / "tests" / "screenshots" / "readme.png"
COLOURS = 160

if __name__ == "__main__":
    kept = HERE / "screenshot.png"
    with Image.open(NEWEST) as picture:
        small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(kept, optimize=True)
    print(f"{kept.name}: {kept.stat().st_size:,} bytes")
