"""A bucket on a server that speaks S3, for as long as a test runs."""

from collections.abc import Iterator
from typing import Any, Final

import boto3
import pytest
from moto.server import ThreadedMotoServer

BUCKET: Final = "score-files"
ACCOUNT: Final = {"aws_access_key_id": "somebody", "aws_secret_access_key": "secret"}


@pytest.fixture
def object_storage() -> Iterator[dict[str, str]]:
    """Options of the bucket, as a storage takes them."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    client: Any = boto3.client("s3", endpoint_url=address, region_name="us-east-1", **ACCOUNT)
    client.create_bucket(Bucket=BUCKET)
    yield {
        "bucket_name": BUCKET,
        "endpoint_url": address,
        "region_name": "us-east-1",
        "access_key": ACCOUNT["aws_access_key_id"],
        "secret_key": ACCOUNT["aws_secret_access_key"],
    }
    server.stop()
