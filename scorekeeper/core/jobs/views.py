"""The server admin's page of jobs that wait or failed, and trying them again. Nobody has an
account here, so the command ``jobs --page`` gives the page's address."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorekeeper.core.jobs import services
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import check, spend


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, key: str) -> HttpResponse:
    """The same tap again changes nothing: only what failed begins anew."""
    check(acts.MISSED_LINK, request)
    if not services.is_valid_key(key):
        spend(acts.MISSED_LINK, request)
        raise Http404
    if request.method == "POST":
        job = services.job_named(request.POST.get("kind", ""), request.POST.get("pk", ""))
        if job is None:
            raise Http404
        services.retry(job)
        return redirect(request.path)
    context = {"failed": services.failed(), "in_work": services.in_work()}
    return render(request, "core/jobs/page.html", context)
