"""The lines of docs/operating.md that bring up a site on one machine, run in a Debian that has
nothing else: booted by systemd, without a network, the units and the proxy as they are in
``deploy/``. Then an update, while somebody asks.
"""

import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.helpers.needed import needed
from tests.helpers.proxy import NAME, certify
from tests.helpers.served import eventually

pytestmark = [pytest.mark.debian, pytest.mark.programs]

ROOT = Path(__file__).parents[2]
BASE = "systemd,systemd-sysv,dbus,ca-certificates"
NSPAWN = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit"]
CHECKOUT = "/root/scorekeeper"
HEALTHY = {"ok", "off"}
BOOT = 300
"""Seconds at most; twenty on a machine that does nothing else."""
ASK = """
import http.client, json, ssl, sys
context = ssl._create_unverified_context()
site = http.client.HTTPSConnection("127.0.0.1", 443, timeout=20, context=context)
site.request("GET", sys.argv[1], headers={"Host": "score.example.org"})
answer = site.getresponse()
print(json.dumps([answer.status, answer.read().decode()]))
"""
METRICS = """
from urllib.request import urlopen
print(urlopen("http://127.0.0.1:8001/metrics").read().decode())
"""
KEEP_ASKING = """
import http.client, json, ssl, sys, time
context = ssl._create_unverified_context()
statuses, slowest = {}, 0.0
for _ in iter(lambda: open("/asking").read() == "yes", False):
    began = time.monotonic()
    try:
        site = http.client.HTTPSConnection("127.0.0.1", 443, timeout=20, context=context)
        site.request("GET", "/games/", headers={"Host": "score.example.org"})
        status = site.getresponse().status
    except OSError as error:
        status = type(error).__name__
    slowest = max(slowest, time.monotonic() - began)
    statuses[str(status)] = statuses.get(str(status), 0) + 1
    time.sleep(0.03)
print(json.dumps([statuses, slowest]))
"""


@dataclass(frozen=True)
class Machine:
    """A booted one. ``leader``: its first process, as this machine counts."""

    folder: Path
    leader: int

    def enter(self, *command: str) -> list[str]:
        return ["nsenter", "--target", str(self.leader), "--all", "--", "env", "-i", PATH, *command]

    def run(self, script: str) -> str:
        """What a shell in the checkout prints; it ends at the first line that fails."""
        command = self.enter(*VARIABLES, "sh", "-ec", f"cd {CHECKOUT}\n{script}")
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f"{script}\n{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
        return ran.stdout

    def ask(self, path: str) -> tuple[int, str]:
        status, text = json.loads(self.run(shlex.join(["python3", "-c", ASK, path])))
        return status, text

    def health(self) -> dict[str, str]:
        outcomes: dict[str, str] = json.loads(self.ask("/health/")[1])
        return outcomes


PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
VARIABLES = (
    "DEBIAN_FRONTEND=noninteractive",
    "PIP_NO_INDEX=1",
    "PIP_FIND_LINKS=/wheels",
    "PIP_DISABLE_PIP_VERSION_CHECK=1",
)


def paragraphs() -> list[str]:
    """The lines of the manual, by what they are for."""
    manual = (ROOT / "docs" / "operating.md").read_text()
    block = manual.partition("<!-- debian -->")[2].split("```")[1]
    return block.strip().split("\n\n")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    if not needed("DEBIAN") and not can_boot(tmp_path_factory.mktemp("debs")):
        pytest.skip("this machine may not boot another, or reaches no mirror of Debian")
    folder = tmp_path_factory.mktemp("debian") / "root"
    checked("debootstrap", "--variant=minbase", f"--include={BASE}", "bookworm", str(folder))
    copy_checkout(folder / CHECKOUT.lstrip("/"))
    download_packages(folder / "wheels")
    certificate = folder / "etc/ssl/score"
    certificate.mkdir(parents=True)
    certify(certificate, NAME)
    download = paragraphs()[0].replace("apt-get install", "apt-get install --download-only")
    checked(*NSPAWN, "--pipe", f"--directory={folder}", "sh", "-ec", f"cd {CHECKOUT}\n{download}")
    command = [*NSPAWN, "--boot", "--private-network", f"--directory={folder}"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as nspawn:
        try:
            assert eventually(lambda: first_process(nspawn.pid) is not None)
            machine = Machine(folder, first_process(nspawn.pid) or 0)
            assert eventually(lambda: is_booted(machine), BOOT), "it does not boot"
            yield machine
        finally:
            nspawn.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                nspawn.wait(60)
            nspawn.kill()
    shutil.rmtree(folder, ignore_errors=True)


def can_boot(scratch: Path) -> bool:
    """Whether namespaces may be made here, and debootstrap finds what it would install."""
    probes = (
        ["unshare", "--mount", "--pid", "--fork", "true"],
        ["debootstrap", "--print-debs", "--variant=minbase", "bookworm", str(scratch)],
    )
    return all(
        subprocess.run(probe, capture_output=True, check=False).returncode == 0 for probe in probes
    )


def checked(*command: str) -> None:
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{command}\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}"


def copy_checkout(target: Path) -> None:
    """What git knows of, as it is now."""
    names = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    for name in filter(None, names):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target / name)


def download_packages(folder: Path) -> None:
    """For that machine, whose Python may need a package that this one does not."""
    folder.mkdir()
    pinned = re.sub(r" ; .*(?= \\)", "", (ROOT / "requirements" / "run.txt").read_text())
    (folder / "requirements.txt").write_text(pinned)
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps")
    checked(*pip, f"--dest={folder}", f"--requirement={folder}/requirements.txt")


def first_process(nspawn: int) -> int | None:
    children = Path(f"/proc/{nspawn}/task/{nspawn}/children").read_text().split()
    return int(children[0]) if children else None


def is_booted(machine: Machine) -> bool:
    command = machine.enter("systemctl", "is-system-running")
    state = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return state in ("running", "degraded")


def test_the_manual_brings_up_a_site_and_an_update_refuses_nobody(machine: Machine) -> None:
    began = time.monotonic()
    for lines in paragraphs():
        machine.run(lines)
    assert eventually(lambda: words(machine.health()) <= HEALTHY, 90), machine.health()
    print(f"The manual took {time.monotonic() - began:.0f} s.")
    status, page = machine.ask("/games/")
    assert status == 200 and "<title>" in page
    metrics = shlex.join(["python3", "-c", METRICS])
    assert eventually(lambda: "health.tasks.pulse" in machine.run(metrics)), "of the worker"
    assert machine.run("ls /run/scorekeeper/metrics").count(".db") > 2

    machine.run("cp --recursive . /opt/scorekeeper/b && /opt/scorekeeper/b/deploy/install.sh")
    statuses, slowest = asked_meanwhile(machine, "/opt/scorekeeper/b/deploy/update.sh")
    print(f"During the update: {statuses}, the slowest after {slowest:.2f} s.")
    assert statuses.keys() == {"200"} and statuses["200"] > 20 and slowest < 20
    active = machine.run(
        "systemctl is-active scorekeeper-web@b; systemctl is-active scorekeeper-web@a || true"
    )
    assert active.split() == ["active", "inactive"]
    assert machine.run("readlink /opt/scorekeeper/current").strip() == "/opt/scorekeeper/b"
    assert eventually(lambda: words(machine.health()) <= HEALTHY, 90), machine.health()


def words(health: dict[str, str]) -> set[str]:
    return {word for name, word in health.items() if name not in ("version", "backup", "ledger")}


def asked_meanwhile(machine: Machine, script: str) -> tuple[dict[str, int], float]:
    """How often which answer came while this ran, and the seconds of the slowest."""
    flag = machine.folder / "asking"
    flag.write_text("yes")
    command = machine.enter("python3", "-c", KEEP_ASKING)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as asking:
        try:
            machine.run(script)
            time.sleep(3)  # the old web processes have ended, and are missed if anybody misses them
        finally:
            flag.write_text("no")
        assert asking.stdout is not None
        statuses, slowest = json.loads(asking.stdout.read())
    return statuses, slowest
