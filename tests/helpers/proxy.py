"""Debian's nginx with the very text of deploy/nginx.conf, in front of a web server."""

import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.core.server.subprocesses import Child, stop

ROOT = Path(__file__).parents[2]
NAME = "score.example.org"
MAIN = """
{user}
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/errors;
events {{ worker_connections 768; }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {text}
}}
"""


@contextmanager
def proxy(
    folder: Path, upstream: int, port: int, plain: int, name: str = NAME
) -> Iterator[ssl.SSLContext]:
    """Listens on ``port`` with https and on ``plain`` without, and hands on to ``upstream``; all on
    this computer alone. Gives what a client needs to believe its certificate."""
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for there, here in (
        (" 443 ", f" 127.0.0.1:{port} "),
        (" 80;", f" 127.0.0.1:{plain};"),
        ("127.0.0.1:8001", f"127.0.0.1:{upstream}"),
        ("/etc/ssl/score", str(folder)),
        ("/var/log/nginx", str(folder)),
        (NAME, name),
    ):
        assert there in text, there
        text = text.replace(there, here)
    folder.mkdir(exist_ok=True)
    certify(folder, name)
    main = folder / "nginx.conf"
    # Started as root, its workers would be somebody who may not write into this folder.
    user = "user root;" if os.geteuid() == 0 else ""
    main.write_text(MAIN.format(folder=folder, text=text, user=user))
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    child = Child("nginx", [program, "-c", str(main), "-e", f"{folder}/errors", "-p", str(folder)])
    child.start()
    try:
        yield ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    finally:
        stop([child], seconds=5)


def certify(folder: Path, name: str) -> None:
    """A certificate for this name that nobody else believes."""
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", f"/CN={name}", "-addext"]
    command += [f"subjectAltName=DNS:{name},DNS:localhost,IP:127.0.0.1"]
    command += ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)
