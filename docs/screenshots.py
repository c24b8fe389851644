"""Take the pictures of README, user guide and app manifest anew: ``python3 docs/screenshots.py``.

A browser test starts the app as ``go.py play`` does, plays a session on its pages
(tests/browser/pictures.py) and takes a picture of each main screen. This keeps them, small enough
for a page. Look at them before committing.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TAKEN = ROOT / "tests" / "screenshots"
IMAGES = "docs/images"
PICTURES = {
    "start": (f"{IMAGES}/start.png",),
    "hand": (f"{IMAGES}/hand.png", "static/img/app-hand.png"),
    "scoreboard": (f"{IMAGES}/scoreboard.png", "static/img/app-board.png"),
    "tv": (f"{IMAGES}/tv.png", "static/img/app-screen.png"),
    "offline": (f"{IMAGES}/offline.png",),
    "settle-up": (f"{IMAGES}/settle-up.png",),
    "statement": (f"{IMAGES}/statement.png",),
    "standings": (f"{IMAGES}/standings.png",),
}
"""Where each picture of the walk is kept."""
TEST = "tests/browser/test_picture.py::test_each_picture_is_taken_on_the_walk"
COLOURS = 64
WIDEST = 1280


def main() -> int:
    pytest = [sys.executable, "-m", "pytest", "-q", "-n", "0", TEST]
    if failed := subprocess.call(pytest, cwd=ROOT):
        return failed
    for name, places in PICTURES.items():
        keep(TAKEN / f"picture-{name}.png", [ROOT / place for place in places])
    return 0


def keep(taken: Path, places: list[Path]) -> None:
    from PIL import Image

    with Image.open(taken) as picture:
        whole = picture.convert("RGB")
        whole.thumbnail((WIDEST, whole.height))
        small = whole.quantize(COLOURS, dither=Image.Dither.NONE)
    for place in places:
        place.parent.mkdir(exist_ok=True)
        small.save(place, optimize=True)
        print(f"{place.relative_to(ROOT)}: {place.stat().st_size:,} bytes")


if __name__ == "__main__":
    if Path(sys.prefix).resolve() != (ROOT / ".venv").resolve():
        sys.path.insert(0, str(ROOT))
        import go

        go.install("test")
        go.become("docs/screenshots.py")
    sys.exit(main())
