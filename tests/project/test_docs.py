"""The documents say what is there: games, commands, settings."""

import ast
import re
import runpy
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
import yaml
from django.apps import apps
from django.core.management import CommandError, call_command

from scorekeeper.variants import VARIANTS
from scorekeeper.website.rulebook.management.commands import rule_books, variants_table

ROOT = Path(__file__).parents[2]
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "bench/README.md"),
    *(str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs").rglob("*.md"))),
)
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_readme_lists_every_game_as_it_is_declared():
    assert variants_table.with_table(text("README.md")) == text("README.md"), (
        "run: python3 go.py manage variants_table --write"
    )


@pytest.mark.parametrize(("name", "longest"), [("README.md", 120), ("docs/ARCHITECTURE.md", 110)])
def test_what_is_read_first_is_short(name: str, longest: int):
    assert len(text(name).splitlines()) <= longest


def test_the_table_has_a_row_for_every_variant():
    printed = StringIO()
    call_command("variants_table", stdout=printed)
    rows = printed.getvalue().splitlines()
    assert len(rows) == 2 + len(VARIANTS)
    assert len({row.count("|") for row in rows}) == 1
    assert any("| Gin Rummy | 2–4, 6 |" in row for row in rows)


def test_a_readme_without_a_place_for_the_table_is_told(tmp_path: Path, monkeypatch):
    bare = tmp_path / "README.md"
    bare.write_text("# Nothing\n")
    monkeypatch.setattr(variants_table, "README", bare)
    with pytest.raises(CommandError, match="needs two lines"):
        call_command("variants_table", write=True)
    assert bare.read_text() == "# Nothing\n"


def test_it_is_written_between_the_marks_and_nowhere_else(tmp_path: Path, monkeypatch):
    readme = tmp_path / "README.md"
    readme.write_text("a\n<!-- variants -->\nold\n<!-- /variants -->\nb\n")
    monkeypatch.setattr(variants_table, "README", readme)
    call_command("variants_table", write=True)
    assert (
        readme.read_text()
        == f"a\n<!-- variants -->\n{variants_table.table()}<!-- /variants -->\nb\n"
    )


def test_a_rule_book_is_mended_between_its_marks_and_nowhere_else(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(rule_books, "BOOKS", tmp_path)
    book = tmp_path / "README.md"
    book.write_text("a\n<!-- options vatikan -->\nstale\n<!-- /options -->\nb\n")
    named = StringIO()
    call_command("rule_books", stdout=named)
    assert named.getvalue() == "README.md\n"
    assert "stale" in book.read_text()
    call_command("rule_books", write=True, stdout=StringIO())
    mended = book.read_text()
    assert mended.startswith("a\n<!-- options vatikan -->\nWhat `vatikan` asks")
    assert "- `stake` **100**: Stake." in mended
    assert mended.endswith("<!-- /options -->\nb\n")
    assert "stale" not in mended


def found(pattern: str) -> list[tuple[str, str]]:
    """What the documents have of it, each with the document's name."""
    return [
        (name, "".join(match.groups(default="")))
        for name in DOCUMENTS
        for match in re.finditer(pattern, text(name))
    ]


def test_what_a_document_points_to_exists():
    links = found(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"")
    assert len(links) > len(DOCUMENTS)
    assert [link for link in links if not (ROOT / link[0]).parent.joinpath(link[1]).exists()] == []


def test_the_documents_are_a_site_of_their_own():
    """``mkdocs.yml`` makes it of docs/ alone: a link to another folder leads nowhere there."""
    pages = [name for name in DOCUMENTS if name.startswith("docs/")]
    links = [link for link in found(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"") if link[0] in pages]
    targets = [(name, (ROOT / name).parent.joinpath(link).resolve()) for name, link in links]
    assert [name for name, target in targets if not target.is_relative_to(ROOT / "docs")] == []
    assert yaml.safe_load(text("mkdocs.yml"))["strict"] is True
    assert "mkdocs==" in text("requirements/docs.txt")
    assert "mkdocs" in text(".ci/run")


FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))


def test_there_is_a_form_for_a_fault_a_game_and_a_wish():
    assert [form.stem for form in FORMS] == ["fault", "game", "wish"]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_an_issue_form_is_one(form: Path):
    read = yaml.safe_load(form.read_text())
    assert {"name", "description", "body"} <= read.keys()
    fields = [field for field in read["body"] if field["type"] != "markdown"]
    assert {field["type"] for field in fields} <= {"input", "textarea", "dropdown", "checkboxes"}
    assert len({field["id"] for field in fields}) == len(fields)
    assert all(field["attributes"]["label"] for field in fields)
    assert all(field["attributes"]["options"] for field in fields if field["type"] == "dropdown")
    assert any(field["validations"]["required"] for field in fields if "validations" in field)


def test_a_link_within_a_page_leads_to_a_heading():
    anchors = {
        (name, re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-"))
        for name, heading in found(r"(?m)^#+ (.+)$")
    }
    assert {*found(r"\]\(#([^)]+)\)")} - anchors == set()


def test_a_file_that_a_document_names_exists():
    """Named in backquotes with its folder, from the top or from where all code lies."""
    named = found(r"`([\w.-]+/[\w./-]*(?:/|\.(?:py|js|html|json|md)))`")
    folders = ("data/", "tests/screenshots/")
    assert len(named) > len(DOCUMENTS)
    assert [
        (name, file)
        for name, file in named
        if not file.startswith(folders)
        if not any((place / file).exists() for place in (ROOT, ROOT / "scorekeeper"))
    ] == []


BEFORE = {"docs/images/words-before-and-after.png"}
"""Pictures of a screen as it was, which no script can take again."""


def test_every_picture_of_a_document_is_one_that_the_script_takes():
    """``docs/screenshots.py`` lists them; tests/browser/test_picture.py walks that list."""
    pictures = runpy.run_path(str(ROOT / "docs" / "screenshots.py"))["PICTURES"]
    taken = {place for places in pictures.values() for place in places}
    shown = {
        (Path(name).parent / picture).as_posix()
        for name in DOCUMENTS
        for picture in re.findall(r"(?:src=\"|\]\()([^\":)]+\.png)", text(name))
    }
    there = {str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.png")}
    taken = {place for place in taken if place.startswith("docs/")}
    assert shown == there == taken | BEFORE
    assert "docs/images/hand.png" in shown


def test_every_label_that_the_user_guide_names_is_on_a_screen():
    catalogue = text("locale/hi/LC_MESSAGES/django.po")
    messages = {
        "".join(ast.literal_eval(line) for line in lines.splitlines())
        for lines in re.findall(r'^msgid(?:_plural)? ((?:".*"\n)+)', catalogue, re.M)
    }
    shown = {re.sub(r"%\(\w+\)s", "…", message).lower() for message in messages}
    named = re.findall(r"\*\*(.+?)\*\*", text("docs/user-guide.md"), re.DOTALL)
    assert len(named) > 40
    assert {
        label for words in named if (label := " ".join(words.split())).lower() not in shown
    } == set()


def test_what_is_stored_has_the_names_that_the_page_about_it_says():
    known = {model.__name__: model for model in apps.get_models()}
    kept = text("docs/data.md")
    named = re.findall(r"`([A-Z]\w+)\.(\w+)`", kept)
    assert {"Hand", "Game", "Session"} <= {model for model, _field in named}
    assert [f"{model}.{field}" for model, field in named if not hasattr(known[model], field)] == []


def test_the_index_lists_each_decision_by_title_and_status():
    listed = re.findall(
        r"^(\d+)\. \[(.+?)\]\((.+?)\)(?: – (.+))?$", text("docs/decisions/README.md"), re.M
    )
    records = [page.read_text(encoding="utf-8").splitlines() for page in DECISIONS]
    assert listed == [
        (
            *re.findall(r"^# (\d+)\. (.+)$", record[0])[0],
            page.name,
            "" if (status := record[4]) == "Accepted" else status[0].lower() + status[1:],
        )
        for page, record in zip(DECISIONS, records, strict=True)
    ]
    numbers = [int(number) for number, *_rest in listed]
    assert numbers == sorted({*numbers})


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_is_a_short_record_with_status_and_date(page: Path):
    record = page.read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", record, re.M)
    assert headings == ["Status", "Date", "Context", "Decision", "Consequences"]
    assert page.name.startswith(re.findall(r"\A# (\d+)\. \S", record)[0].zfill(2))
    status, dated = (re.findall(rf"^## {word}\n\n(.+)$", record, re.M)[0] for word in headings[:2])
    assert date.fromisoformat(dated)
    later = re.fullmatch(r"Superseded by \[(\d+)\]\((.+)\)", status)
    assert status in ("Accepted", "Proposed") or (later and later[2].startswith(f"{later[1]}-"))
    assert len(record.splitlines()) <= 40


def test_the_changelog_has_the_headings_of_keep_a_changelog():
    changes = text("CHANGELOG.md")
    releases = re.findall(r"^## (.+)$", changes, re.M)
    assert releases[0] == "[Unreleased]"
    assert [
        r for r in releases[1:] if not re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", r)
    ] == []
    kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    for release in changes.split("\n## ")[1:]:
        headings = re.findall(r"^### (.+)$", release, re.M)
        assert set(headings) <= set(kinds)
        assert len(headings) == len(set(headings))


def test_every_benchmark_is_documented():
    modules = {
        path.stem for path in (ROOT / "bench").glob("*.py") if "__main__" in path.read_text()
    }
    assert modules
    assert {m for m in modules if f"bench.{m}" not in text("bench/README.md")} == set()


def test_every_command_of_ours_is_documented():
    ours = {
        path.stem
        for path in ROOT.glob("scorekeeper/*/management/commands/*.py")
        if path.stem not in ("__init__", "play")
    }
    documented = "".join(
        map(text, ("README.md", "CONTRIBUTING.md", "docs/operating.md", "docs/offline.md"))
    )
    assert {
        command
        for command in ours
        if f"`{command}" not in documented and f" {command}" not in documented
    } == set()


def test_the_list_of_dependencies_has_what_is_pinned() -> None:
    pinned = runpy.run_path(str(ROOT / "docs" / "dependencies.py"))["pinned"]()
    rows = re.findall(r"^\| (\S+) \| (\S+) \| (.+) \|$", text("docs/dependencies.md"), re.MULTILINE)
    assert {name: version for name, version, _licence in rows[1:]} == pinned
    assert all(licence for _name, _version, licence in rows)
