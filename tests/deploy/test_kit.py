"""What ``deploy/`` says agrees with the program, and is accepted by what reads it."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
AT_A_TABLE = {"PORT", "HTTPS", "TRUST_PORT", "SHOW_QR"}
"""Settings of ``go.py play`` alone."""


def documented_settings() -> set[str]:
    text = (ROOT / "docs" / "configuration.md").read_text()
    return set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE))


def test_the_example_has_every_setting_of_a_site_each_below_its_meaning() -> None:
    paragraphs = (DEPLOY / "env.example").read_text().strip().split("\n\n")[1:]
    names = set()
    for paragraph in paragraphs:
        *meaning, setting = paragraph.splitlines()
        assert meaning and all(line.startswith("# ") for line in meaning), paragraph
        names.add(setting.lstrip("#").partition("=")[0])
    assert names == documented_settings() - AT_A_TABLE


@pytest.mark.systemd
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    """With programs that exist here in the place of those that an installation puts there."""
    for unit in UNITS:
        text = re.sub(r"/opt/scorekeeper/(%i|current)", str(ROOT), unit.read_text())
        text = re.sub(r"^User=.*\n|^Group=.*\n", "", text, flags=re.MULTILINE)
        (tmp_path / unit.name.replace("@.", "@a.")).write_text(text)
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")


def test_units_and_containers_run_the_commands_of_the_manual() -> None:
    manual = (ROOT / "docs" / "operating.md").read_text()
    commands = [
        match.removeprefix("python ")
        for match in re.findall(r"^(?:python manage\.py serve|celery) .*$", manual, re.MULTILINE)
    ]
    programs = {shlex.split(command)[0:1][0]: shlex.split(command) for command in commands}
    assert {"manage.py", "celery"} == programs.keys()
    for unit in (DEPLOY / "systemd").glob("*.service"):
        [line] = re.findall(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)
        words = shlex.split(re.sub(r"^\S*/(python )?", "", line))
        assert without_address(words) in map(without_address, map(shlex.split, commands)), line
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    for name in ("worker", "beat"):
        assert shlex.split(services[name]["command"]) in map(shlex.split, commands)


def without_address(words: list[str]) -> list[str]:
    """A socket's number or an address is where the same program listens."""
    before = ["", *words[:-1]]
    return ["-" if option == "--bind" else word for option, word in zip(before, words, strict=True)]


def test_the_image_copies_what_exists_and_runs_what_the_clean_debian_runs() -> None:
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    copied = [shlex.split(line)[1:-1] for line in text.splitlines() if line.startswith("COPY")]
    assert copied and all((ROOT / name).exists() for names in copied for name in names)
    assert "deploy/packages.txt" in text and "deploy/install.sh" in text


@pytest.mark.parametrize("script", sorted(DEPLOY.glob("*.sh")), ids=lambda path: path.name)
def test_a_shell_reads_the_scripts(script: Path) -> None:
    shell = shutil.which("dash") or "/bin/sh"
    subprocess.run([shell, "-n", str(script)], check=True)
    assert script.stat().st_mode & 0o111
