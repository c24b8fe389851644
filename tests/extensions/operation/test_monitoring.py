"""The files of ``deploy/monitoring``: Prometheus can read them, and what they name is measured."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scorekeeper.core import counting
from scorekeeper.extensions.operation.metrics.counters import REGISTRY

FOLDER = Path(__file__).parents[3] / "deploy" / "monitoring"
RULES = FOLDER / "alerts.yml"
NAME = re.compile(r"scorekeeper_\w+")
pytestmark = pytest.mark.django_db


def expressions() -> list[str]:
    dashboard: Any = json.loads((FOLDER / "grafana.json").read_text())
    panels = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return [*panels, *re.findall(r"expr: (.*)", RULES.read_text())]


def given() -> set[str]:
    """Every name that a page can have a sample of: what was not counted yet stands in the
    registry of counters."""
    page = Client().get("/metrics").content.decode()
    typed = set(re.findall(r"^# TYPE (\w+) ", page, re.MULTILINE))
    counted = {name for family in REGISTRY.collect() for name in names_of(family.name, family.type)}
    return typed | counted


def names_of(name: str, kind: str) -> set[str]:
    ends = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(kind, [""])
    return {name + end for end in ends}


def test_each_metric_that_is_named_is_given_and_each_that_is_given_is_named() -> None:
    named = {name for expression in expressions() for name in NAME.findall(expression)}
    known = {name for name in given() if name.startswith("scorekeeper_")}
    assert len(expressions()) > 20
    assert named <= known, named - known
    families = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in named}
    assert {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in known} == families


def test_each_route_and_outcome_that_is_named_exists() -> None:
    from django.urls import get_resolver

    from scorekeeper.core.requests import outcomes

    fates = {kind.fate for kind in outcomes.Outcome.__subclasses__()}
    for expression in expressions():
        for label, value in re.findall(r'(route|outcome)!?="([^"]+)"', expression):
            if label == "outcome":
                assert value in fates
            else:
                package, _colon, name = value.partition(":")
                assert name in get_resolver().namespace_dict[package][1].reverse_dict
    assert counting.LISTENERS


@pytest.mark.promtool
@pytest.mark.parametrize("check", [("rules", RULES), ("config", FOLDER / "prometheus.yml")])
def test_prometheus_reads_it(check: tuple[str, Path]) -> None:
    ran = subprocess.run(["promtool", "check", *map(str, check)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_no_alert_is_without_a_sentence() -> None:
    text = RULES.read_text()
    numbers = {word: text.count(word) for word in ("alert: ", "expr: ", "severity: ", "summary: ")}
    assert len(set(numbers.values())) == 1 and numbers["alert: "] > 8
