"""Makes the small site of a release: ``python -m tests.extensions.operation.releases.make``.

It writes ``fixtures/releases/VERSION.zip``, a backup with the demo group, every game, edited and
deleted hands, payments, an expense, a statement and an imported spreadsheet. All later versions
must read it. Once per release: docs/releasing.md.
"""

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[4]
FOLDER = ROOT / "fixtures" / "releases"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("DATABASE_URL", None)
        os.environ.update(MODE="play", DATA_DIR=folder, SECRET_KEY="of the site of a release")
        os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
        import django
        from django.core.management import call_command

        django.setup()
        from tests.extensions.operation.releases.content import fill

        call_command("migrate", verbosity=0)
        call_command("load_demo", stderr=sys.stdout)
        fill()
        write()


def write() -> None:
    from scorekeeper import __version__
    from scorekeeper.extensions.operation.backups import making

    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{__version__}.zip"
    path.unlink(missing_ok=True)
    manifest = making.write(path)
    path.chmod(0o644)
    print(f"{path.relative_to(ROOT)}: {manifest.rows} rows, {path.stat().st_size} bytes.")


if __name__ == "__main__":
    main()
