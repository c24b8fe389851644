"""The common part of the admin's tables: no row is added, changed or deleted there, and a table of
millions of rows costs no more than a short one."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from scorekeeper.clubs.models import Club, Session

MOST_COUNTED: Final = 10_000
"""Rows that a table counts, and so shows; older ones are found by group or session."""


if TYPE_CHECKING:
    SomePaginator: TypeAlias = Paginator[Any]
    SomeAdmin: TypeAlias = admin.ModelAdmin[Any]
else:
    SomePaginator, SomeAdmin = Paginator, admin.ModelAdmin


class CountingSome(SomePaginator):
    @cached_property
    def count(self) -> int:
        rows = cast(QuerySet[Any], self.object_list)
        return rows.order_by()[:MOST_COUNTED].count()


class ReadOnly(SomeAdmin):
    """Not even a superuser changes a row."""

    paginator = CountingSome
    show_full_result_count = False
    list_per_page = 50
    list_display_links = ("pk",)
    ordering = ("-pk",)

    def has_add_permission(self, *_args: Any) -> bool:
        return False

    def has_change_permission(self, *_args: Any) -> bool:
        return False

    def has_delete_permission(self, *_args: Any) -> bool:
        return False

    def has_view_permission(self, *_args: Any) -> bool:
        return True  # the site itself lets nobody else in


class OfGroups(ReadOnly):
    """Rows of groups and their sessions, found by a whole code. The keys are read first: a part of
    a code, or one query over joined tables, would read all rows."""

    search_fields = ("session__code",)

    def get_search_results(
        self, _request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        code = search_term.strip().lower()
        if not code:
            return queryset, False
        matches = self.model._default_manager.filter(self.with_code(code)).order_by("-pk")
        return queryset.filter(
            pk__in=list(matches.values_list("pk", flat=True)[:MOST_COUNTED])
        ), False

    def with_code(self, code: str) -> Q:
        of_group = Q(club__in=list(Club.objects.filter(code=code)))
        sessions = Session.every.filter(of_group | Q(code=code)).values_list("pk", flat=True)
        return Q(session__in=list(sessions))
