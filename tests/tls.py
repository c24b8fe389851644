"""A proxy that speaks https in front of a web server: Debian's nginx, with the least it needs."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.serving.children import Child, stop

CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/errors;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {folder}/fullchain.pem;
        ssl_certificate_key {folder}/privkey.pem;
        location / {{
            proxy_pass http://127.0.0.1:{upstream};
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
        }}
    }}
}}
"""


@contextmanager
def https(folder: Path, upstream: int, port: int, name: str) -> Iterator[None]:
    """What comes to ``port`` goes to ``upstream``, with a certificate that nobody believes."""
    folder.mkdir()
    certify(folder, name)
    written = folder / "nginx.conf"
    written.write_text(CONFIGURATION.format(folder=folder, port=port, upstream=upstream))
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    told = [program, "-c", str(written), "-e", f"{folder}/errors", "-p", str(folder)]
    child = Child("nginx", told)
    child.start()
    try:
        yield
    finally:
        stop([child])


def certify(folder: Path, name: str) -> None:
    told = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    told += [
        "-nodes",
        "-days",
        "2",
        "-subj",
        f"/CN={name}",
        "-addext",
        f"subjectAltName=DNS:{name}",
    ]
    told += ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(told, check=True, capture_output=True)
