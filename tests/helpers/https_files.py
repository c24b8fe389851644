"""A server of plain files by https, which knows nothing of what it serves: ``python
tests/helpers/https_files.py PORT FOLDER CERTIFICATE KEY``."""

import ssl
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


def main(port: str, folder: str, certificate: str, key: str) -> None:
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    server = ThreadingHTTPServer(("127.0.0.1", int(port)), handler)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
