"""Every page of the site with content, for tests that check all pages."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import time
from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.db.models import Q
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from scorer.club import joining
from scorer.club.models import Club, Membership, Role
from scorer.club.services import renew_player_link
from scorer.db.ids import IdConverter
from scorer.events import services as event_services
from scorer.events.links import Holder, evenings_path, path_of, sign_up_path
from scorer.events.models import Event, Sitting
from scorer.events.planning.proposals import own_format, proposals
from scorer.play import phones, services
from scorer.play.models import Hand, Table
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig, all_games
from scorer.setup.services import setup_path
from scorer.standings import links
from scorer.standings.championships import boards_of
from scorer.standings.models import Championship
from scorer.standings.services import save_championship
from scorer.transfer.evenings import parse_evenings
from scorer.transfer.importing import import_file
from tests.contract.conftest import sheet_of
from tests.events.dealt_hands import dealt
from tests.factories import ClubFactory, PlayerFactory, make_table

CORRECTED, VOIDED, ADJUSTED = 2, 4, 6


def interesting(table: Table, tables: list[Table]) -> Iterable[Hand]:
    """Return a hand of each game, and at the first table a line of each other kind, which is the same in every game."""
    numbers = (CORRECTED, VOIDED, ADJUSTED) if table == tables[0] else (CORRECTED,)
    return Hand.objects.filter(Q(number__in=numbers) | Q(kind=Hand.Kind.TOTAL), table=table)


def an_evening(ada: Membership) -> list[Table]:
    """Make a table of every game with hands, a correction, a voided hand and an adjustment. Hands at the first table
    are to be confirmed. Also make an old evening with points only, and a closed table."""
    tables: list[Table] = []
    for game in all_games():
        table = make_table(ada.club, game, confirms=not tables)
        variant = game.rules.PRESETS[game.default_variant]
        entries = sheet_of(game, variant, table.size, 6)
        for entry in entries[:5]:
            services.record_hand(table, entry, by=ada.user, key=None)
        services.correct_hand(table.hands.get(number=2), entries[5], by=ada.user, why="typed wrong")
        services.void_hand(table.hands.get(number=4), by=ada.user, why="misdeal")
        side = game.rules.sides(table.size)[0]
        points = [-10 if seat in side else 0 for seat in range(1, table.size + 1)]
        services.record_adjustment(table, points, why="a revoke", by=ada.user, key=None)
        tables.append(table)
    tables.append(an_old_evening(ada.club, all_games()[1]))
    closed = make_table(ada.club, all_games()[0])
    tables.append(services.close_table(closed, by=ada.user))
    return tables


def an_old_evening(club: Club, game: GameConfig) -> Table:
    rows = [(seat, ["2019-03-12", f"Player {seat}", str((-1) ** seat * 40)]) for seat in range(game.seat_counts[0])]
    header = (0, ["Date", "Player", "Points"])
    import_file(club, lambda: parse_evenings([header, *rows], club, game), by=None)
    return Table.objects.get(hands__kind=Hand.Kind.TOTAL)


def pages(ada: Membership, tables: list[Table]) -> dict[str, str]:
    """Return the URL of every page by a name that says what it shows."""
    club = ada.club
    found = {
        name: reverse(name, args=[club.pk])
        for name in (
            "standings:home",
            "standings:all_games",
            "standings:honours",
            "standings:evenings",
            "standings:statistics",
            "standings:championships",
            "standings:add_championship",
            "play:tables",
            "play:hands",
            "play:choose",
            "transfer:data",
            "club:players",
            "club:seasons",
            "club:logins",
            "club:settings",
            "club:leave",
        )
    }
    found["standings:invited"] = evenings_path(club)
    found["standings:invited, old link"] = reverse("standings:invited", args=[club.pk, "old"])
    link = joining.make_link(club, Role.SCORER, by=None)  # which the page of the logins has
    found["club:join"] = joining.path_of(joining.make_link(ClubFactory(name="Elsewhere"), Role.SCORER, by=None))
    found["club:join, old link"] = reverse("club:join", args=[ClubFactory().pk, link.pk, "old"])
    for view in range(2):
        found[f"standings:big_screen {view}"] = reverse("standings:big_screen", args=[club.pk]) + f"?view={view}&still"
    player = club.players.first()
    found["standings:player"] = reverse("standings:player", args=[club.pk, player.pk])
    found["standings:player_statistics"] = reverse("standings:player_statistics", args=[club.pk, player.pk])
    other = club.players.exclude(pk=player.pk).first()
    found["standings:head_to_head"] = reverse("standings:head_to_head", args=[club.pk, player.pk, other.pk])
    found["standings:link"] = reverse("standings:link", args=[club.pk, player.pk])
    token = links.token_of(renew_player_link(player, by=None))
    found["standings:own"] = reverse("standings:own", args=[player.pk, token])
    found["standings:own_head_to_head"] = reverse("standings:own_head_to_head", args=[player.pk, token, other.pk])
    found["standings:own, old link"] = reverse("standings:own", args=[player.pk, "old"])
    found["club:player"] = reverse("club:player", args=[club.pk, player.pk])
    found["club:login_change"] = reverse("club:login_change", args=[club.pk, ada.pk])
    found["transfer:undo_import"] = reverse("transfer:undo_import", args=[club.pk, club.imports.get().pk])
    found["club:password"] = reverse("club:password")
    for game in all_games():
        for name in ("play:open", "play:open_several", "play:game_rules", "standings:board"):
            found[f"{name} {game.slug}"] = reverse(name, args=[club.pk, game.slug])
        found[f"play:house_rules {game.slug}"] = reverse("play:house_rules", args=[club.pk, game.slug])
    found |= pages_of_events(ada)
    found |= _pages_of_championships(club)
    for table in tables:
        label = f"{table.game} {table.state}"
        found[f"play:table {label}"] = reverse("play:table", args=[table.pk])
        found[f"play:progress {label}"] = reverse("play:progress", args=[table.pk])
        found[f"play:paper {label}"] = reverse("play:paper", args=[table.pk])
        found[f"play:result {label}"] = reverse("play:result", args=[table.pk])
        found[f"play:rules {label}"] = reverse("play:rules", args=[table.pk])
        if table.is_open:
            found[f"play:adjust {label}"] = reverse("play:adjust", args=[table.pk])
            for way in list(table.config.entry_forms)[1:]:  # the page without a way has the first
                found[f"play:table {label} {way}"] = reverse("play:table", args=[table.pk]) + f"?way={way}"
        for hand in interesting(table, tables):
            for name in ("play:hand", "play:correct", *(["play:ask"] if hand.is_played else [])):
                found[f"{name} {label} {hand.number}"] = reverse(name, args=[table.pk, hand.number])
    for table in tables[:2]:
        found[f"play:own {table.game}"] = reverse("play:own", args=[table.pk, 1])
    found["play:phones"] = reverse("play:phones", args=[tables[0].pk])
    found["play:substitute"] = reverse("play:substitute", args=[tables[0].pk, 1])
    paired = next(table for table in tables if table.is_open and TableContext(table).has_pairs)
    found["play:partners"] = reverse("play:partners", args=[paired.pk])
    return found | pages_for_directors(ada, tables)


def pages_of_events(ada: Membership, game: GameConfig | None = None) -> dict[str, str]:
    """Make an event that people are signing up for, and one in its second round. The game is one with boards."""
    club = ada.club
    found = {"events:events": reverse("events:events", args=[club.pk])}
    game = game or next(game for game in all_games() if game.events and game.rules.deal_fields(1))
    assert game.events
    comparison = game.events.comparisons[0].name
    found["events:create"] = reverse("events:create", args=[club.pk, game.slug])
    competing = [PlayerFactory(club=club, name=f"Greta {number}") for number in range(1, 13)]
    for label, name in (("signing up", "Autumn 1"), ("running", "Autumn 2")):
        event = event_services.create_event(
            club, game, name=name, preset=game.default_variant, comparison=comparison, rounds=2, per_round=1, by=None
        )
        for first in range(0, len(competing), event.side_size):
            event_services.sign_up(event, competing[first : first + event.side_size], by=None)
        if label == "running":
            _run(event)
        pages: dict[str, list[int]] = {
            "event": [],
            "plan": [],
            "sections": [],
            "draw": [],
            "movement": [],
            "cards": [],
            "screen": [],
            "traveller": [1],
            "scorecard": [1],
        }
        pages["rule_contestant"] = [1]
        pages |= {"hand_records": []} if game.hand_records else {}
        pages |= {"people": [], "add_late_contestant": [], "contestant": [1], "replan": []}
        pages |= {"sign_up_list": [], "invitation": []}
        pages |= {"copy": [], "settings": []}
        pages |= {"following": [], "seats": [], "wish": [event.contestants.get(number=1).own_entry]}
        pages |= {"sign_up_code": [], "paper": [], "go_on_by_paper": [], "prizes": []}
        pages["squads"] = []
        if own_format(event):
            pages["own_movement"] = []
        if label == "running":
            sitting = Sitting.objects.get(round__event=event, round__number=1, station=1)
            pages |= {"rule_result": [sitting.pk, 1], "swap": [sitting.pk], "other_cards": [1]}
            pages |= {"deal_from_paper": [2], "sheet_from_paper": [sitting.pk]}
        for page, more in pages.items():
            found[f"events:{page} {label}"] = reverse(f"events:{page}", args=[club.pk, event.pk, *more])
        for holder in Holder:
            found[f"events:{holder}_link {label}"] = path_of(event, holder, 1)
        if label == "signing up":
            found["events:join"] = sign_up_path(event)
            _announce(event)
        own = path_of(event, Holder.CONTESTANT, 1)
        found |= {f"events:own_results {label}": f"{own}results/", f"events:own_deal {label}": f"{own}deals/1/"}
        if label == "running":
            first = Sitting.objects.filter(round__event=event, sides__contestant__number=1).exclude(table=None)[0]
            found["events:ask"] = f"{own}tables/{IdConverter().to_url(first.table_id or 0)}/hands/1/"
    return found | _pages_of_sessions(event) | _pages_of_teams(club, game)


def _announce(event: Event) -> None:
    """Let the event be full, with somebody who waits and two who look for a partner."""
    said: dict[str, Any] = {"starts_at": time(19, 30), "place": "Ada", "sign_off_hours": 0}
    limit = event.contestants.count()
    event_services.set_invitation(event, announced=True, limit=limit, names_shown=True, **said, by=None)
    waiting: list[Any] = [PlayerFactory(club=event.club, name=f"Farid {number}") for number in range(1, 5)]
    event_services.apply(event, waiting[: event.side_size], by=None)
    if event.of_pairs:
        for player in waiting[event.side_size :]:
            event_services.apply(event, [player], looking=True, by=None)


def _pages_of_championships(club: Club) -> dict[str, str]:
    """Make a championship of the finished events, which are there already."""
    new = Championship(club=club, name="Autumn", season=club.seasons.get(ends=None), of="both", points="5 3 1")
    championship = save_championship(new, by=None)
    boards = boards_of(championship)
    found: dict[str, Sequence[int]] = {
        f"standings:{name}": () for name in ("championship", "change_championship", "championship_events")
    }
    found |= {"standings:player_results": boards.places["players"][0].who}
    found |= {"standings:pair_results": boards.places["pairs"][0].who}
    return {name: reverse(name, args=[club.pk, championship.pk, *more]) for name, more in found.items()}


def _pages_of_sessions(event: Event) -> dict[str, str]:
    """Make two sessions of an event that is like this one, the first of which is finished, and a final."""
    values = {name: getattr(event, name) for name in ("preset", "comparison", "rounds", "per_round")}
    finished, _left_out = event_services.copy_event(event, {"name": "Autumn 4"} | values, contestants=True, by=None)
    _run(finished)
    event_services.end_round(finished, by=None)
    event_services.finish(finished, by=None)
    found = {"events:next_session": finished}
    new = {"name": "Autumn 4", "day": finished.day}
    final, _left_out = event_services.make_final(finished, **new, first=1, last=6, carried_percent=50, by=None)
    found |= {"events:make_final": finished, "events:sessions": final, "events:carried": final}
    return {name: reverse(name, args=[of.club_id, of.pk]) for name, of in found.items()}


def _pages_of_teams(club: Club, game: GameConfig) -> dict[str, str]:
    """Make an event of four teams in its second round, if the game has any."""
    if not (game.events and game.events.team_comparisons):
        return {}
    values: dict[str, Any] = {"preset": game.default_variant, "comparison": game.events.team_comparisons[0].name}
    values |= {"rounds": 3, "per_round": 1}
    event = event_services.create_event(club, game, name="Autumn 3", competes="teams", **values, by=None)
    for team in ("Greta 1", "Greta 2", "Greta 3", "Greta 4"):
        members = [PlayerFactory(club=club, name=f"{name} {team}") for name in ("Boris", "Chloé", "Dirk", "Elif")]
        event_services.sign_up(event, members, name=team, by=None)
    _run(event, "round_robin")
    pages: dict[str, list[int]] = {"matches": [], "match": [1, 1], "line_up": [1], "event": [], "scorecard": [1]}
    own = path_of(event, Holder.CONTESTANT, 1)
    found = {"events:own_match": f"{own}matches/1/", "events:own_line_up": f"{own}line-up/"}
    for page, more in pages.items():
        found[f"events:{page} of teams"] = reverse(f"events:{page}", args=[club.pk, event.pk, *more])
    return found | _pages_of_knockout(event)


def _pages_of_knockout(like: Event) -> dict[str, str]:
    """Make an event in whose first round nobody has won."""
    values = {name: getattr(like, name) for name in ("preset", "comparison", "per_round")}
    event, _left_out = event_services.copy_event(like, {"name": "Autumn 5"} | values, contestants=True, by=None)
    proposal = next(proposal for proposal in proposals(event, 4) if proposal.format == "knockout")
    event_services.choose_plan(event, proposal, by=None)
    event_services.start_round(event, by=None)
    event_services.end_round(event, by=None)
    of_event = [event.club_id, event.pk]
    return {
        "events:name_winner": reverse("events:name_winner", args=[*of_event, 1, 1]),
        "events:event of a knock-out": reverse("events:event", args=of_event),
    }


def _run(event: Event, format: str = "") -> None:  # noqa: A002  # as the field is called
    """Plan the event as it is proposed first, or in this format. Play its first round, and start the second."""
    proposed = proposals(event, event.contestants.count())
    proposal = next(proposal for proposal in proposed if format in {"", proposal.format})
    event_services.choose_plan(event, proposal, by=None)
    if event.config.hand_records:
        event_services.set_hand_records(event, {1: dealt().text()}, by=None)
    started = event_services.start_round(event, by=None)
    for sitting in started.sittings.select_related("table"):
        if sitting.table:
            entry = event.config.rules.EXAMPLES[0].entry
            if sitting.table.deals:
                entry = replace(entry, **event.config.rules.deal_fields(sitting.table.deals[0]))
            services.record_hand(sitting.table, entry, by=None, key=None)
    event_services.end_round(event, by=None)
    event_services.start_round(event, by=None)


def pages_for_directors(ada: Membership, tables: list[Table]) -> dict[str, str]:
    """Return the pages of the admin site that are not Django's own."""
    player = ada.club.players.first()
    other = PlayerFactory(club=ada.club, name="A. Lovelace")
    merged = services.merge_players(other, player, by=ada.user, why="one person")
    hand = Hand.objects.get(table=tables[0], number=CORRECTED)
    line = Hand.objects.get(table=tables[0], number=ADJUSTED)
    found = {
        "admin:index": reverse("admin:index"),
        **{
            f"admin:{list_of}_changelist": reverse(f"admin:{list_of}_changelist")
            for list_of in ("play_table", "play_hand", "play_score", "history_revision", "club_player")
        },
        "admin:club_player_change": reverse("admin:club_player_change", args=[player.pk]),
        "admin:play_table_change": reverse("admin:play_table_change", args=[tables[0].pk]),
        "corrections:merge": reverse("corrections:merge", args=[ada.club.pk, player.pk]),
        "corrections:unmerge": reverse("corrections:unmerge", args=[ada.club.pk, merged.pk]),
        "admin:club_player_merge": reverse("admin:club_player_merge", args=[player.pk]),
        "admin:club_player_unmerge": reverse("admin:club_player_unmerge", args=[merged.pk]),
        "admin:play_table_swap": reverse("admin:play_table_swap", args=[tables[0].pk]),
        "admin:game_hand_move": reverse(f"admin:{hand.table.game}_{hand.table.game}hand_move", args=[hand.pk]),
        "admin:play_hand_move": reverse("admin:play_hand_move", args=[line.pk]),
    }
    for table in tables:
        label = f"{table.game} {table.state}"
        found[f"admin:play_table_rules {table.game}"] = reverse("admin:play_table_rules", args=[table.pk])
        for hand in interesting(table, tables):
            row = f"{table.game}_{table.game}hand" if hand.is_played else "play_hand"
            found[f"admin:{row}_change {label} {hand.number}"] = reverse(f"admin:{row}_change", args=[hand.pk])
    return found


def pages_before_log_in(ada: Membership) -> dict[str, str]:
    table = make_table(ada.club, all_games()[0])
    uid = urlsafe_base64_encode(force_bytes(ada.user.pk))
    token = default_token_generator.make_token(ada.user)
    return {
        "club:login": reverse("club:login"),
        "club:lost_password": reverse("club:lost_password"),
        "club:new_password": reverse("club:new_password", args=[uid, token]),
        "club:new_password, old link": reverse("club:new_password", args=[uid, "old-link"]),
        "play:code": reverse("play:code"),
        **{f"play:join {link}": phones.path_of(table, link) or "" for link in phones.Link},
        "play:join, old link": reverse("play:join", args=[table.pk, "old"]),
        "not found": "/nowhere/",
        "club:too_large": reverse("club:too_large"),
    }


__all__ = ["an_evening", "pages", "pages_before_log_in", "setup_path"]
