"""Joining a table on a phone without a login."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club.middleware import is_elsewhere
from scorer.club.models import Player
from scorer.club.rights import for_anyone
from scorer.club.suspension import refuse_suspended
from scorer.play import phones, services
from scorer.play.models import Table
from scorer.play.phones import Link
from scorer.play.rights import TableAct, TableRequest, link_ended, may_in_templates, table_view
from scorer.web import address_limits
from scorer.web.forms import form_status
from scorer.web.middleware import activate_club_language
from scorer.web.phones import address_for_phones, qr_code


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code of the table"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "class": "code"}
        ),
        error_messages={"required": gettext_lazy("Type the six letters and digits that the table shows.")},
    )


class HolderForm(forms.Form):
    """The holder of the phone: a player at the table, or somebody else."""

    player = forms.ModelChoiceField(queryset=Player.objects.none(), required=False)

    def __init__(self, data: object, *, table: Table) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # request.POST
        seated = table.seats.current().values("player")
        self.fields["player"].queryset = Player.objects.filter(pk__in=seated)  # type: ignore[attr-defined]


@require_http_methods(["GET", "POST"])
@for_anyone
@login_not_required
def code(request: HttpRequest) -> HttpResponse:
    """Let somebody who cannot scan the QR code type the short code."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        too_many = address_limits.CODES.is_exceeded(request)
        invitation = None if too_many else phones.find_by_code(form.cleaned_data["code"])
        if invitation and not is_elsewhere(request, invitation[0].club_id):
            return redirect(phones.path_of(*invitation) or "play:code")
        if too_many:
            form.add_error("code", _("Too many codes were wrong. Scan the QR code, or try again in ten minutes."))
        else:
            address_limits.CODES.count(request)
            form.add_error("code", _("No open table has this code. Check it on the table's page."))
    return render(request, "play/code.html", {"form": form}, status=form_status(request))


@never_cache
@require_http_methods(["GET", "POST"])
@for_anyone
@login_not_required
def join(request: HttpRequest, table_id: int, token: str) -> HttpResponse:
    """Let a phone join by the QR code's URL. This asks first, because many programs open the URLs they see."""
    table = Table.objects.open().select_related("club").filter(pk=table_id).first()
    link = phones.link_of(table, token) if table else None
    if table is None or link is None or is_elsewhere(request, table.club_id):
        return link_ended(request)
    activate_club_language(request, table.club.language)
    refuse_suspended(table.club)
    if request.method == "POST":
        form = HolderForm(request.POST, table=table)
        player = form.cleaned_data["player"] if form.is_valid() else None
        phones.join(request, table, link, player, phones.back_url(request, table))
        return redirect("play:table", table.pk)
    seats = table.seats.current().select_related("player") if link == Link.ENTRY else ()
    return render(request, "play/join.html", {"table": table, "game": table.config, "seats": seats})


@never_cache
@require_GET
@table_view(TableAct.INVITE)
def show(request: TableRequest, table: Table) -> HttpResponse:
    """Show the codes of a table for others to scan or type."""
    site = address_for_phones(request, table.club.host)
    invitations = [
        Invitation(table, Link.ENTRY, _("Enter hands on your own phone"), site),
        Invitation(table, Link.WATCHING, _("Only watch"), site),
    ]
    context = {
        "table": table,
        "invitations": invitations,
        "site": site,
        "own": phones.path_of(table, Link.ENTRY) if request.phone else None,
        **may_in_templates(request, table),
    }
    return render(request, "play/phones.html", context)


class Invitation:
    """A link as the page shows it. If it is switched off, it has neither `code` nor `qr`."""

    def __init__(self, table: Table, link: Link, text: str, site: str | None) -> None:
        self.link, self.text = link, text
        self.code = phones.code_of(table, link)
        path = phones.path_of(table, link)
        title = _("Join table %(number)s") % {"number": table.number}
        self.qr = qr_code(site + path, title) if site and path else ""


@require_POST
@table_view(TableAct.ARRANGE)
def renew(request: TableRequest, table: Table, link: str) -> HttpResponse:
    services.renew_link(table, _link(link), by=request.actor)
    messages.success(request, _("There is a new code. Everybody who joined with the old one has to join again."))
    return redirect("play:phones", table.pk)


@require_POST
@table_view(TableAct.ARRANGE)
def revoke(request: TableRequest, table: Table, link: str) -> HttpResponse:
    services.revoke_link(table, _link(link), by=request.actor)
    messages.success(request, _("The code is switched off, and every phone that joined with it is disconnected."))
    return redirect("play:phones", table.pk)


def _link(value: str) -> Link:
    try:
        return Link(value)
    except ValueError as error:
        raise Http404 from error
