"""The fonts that browsers of tests draw with: the ones that come with the project, whatever this
machine has. So a page is as wide everywhere."""

import os
from importlib.resources import files
from pathlib import Path

CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{folder}/font-cache</cachedir>
  {aliases}
</fontconfig>
"""
ALIAS = "<alias><family>{}</family><prefer><family>Noto Sans</family></prefer></alias>"
FAMILIES = ("sans-serif", "serif", "monospace", "system-ui")


def use_own_fonts(folder: Path) -> None:
    """Browsers that this process and its children start find these fonts alone."""
    path = folder / "fonts.conf"
    aliases = "\n  ".join(map(ALIAS.format, FAMILIES))
    fonts = files("manimgx_fonts")
    path.write_text(CONFIGURATION.format(fonts=fonts, folder=folder, aliases=aliases))
    os.environ["FONTCONFIG_FILE"] = str(path)
