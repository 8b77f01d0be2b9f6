"""What lines, replies and late hands are now, worked out from the log, which was the only place to say so."""

from typing import Any

from django.db import migrations

TABLES_AT_ONCE = 500

UPDATE = """UPDATE play_hand SET version = %s, changed_by_id = %s, changed_as_id = %s, taken_back = %s, moved_to_id = %s
WHERE id = %s"""


def read_the_log(apps: Any, schema_editor: Any) -> None:
    Table, Revision = apps.get_model("play", "Table"), apps.get_model("history", "Revision")
    logged = Revision.objects.filter(kind__in=("hand", "answer", "late"))
    versions = list(Table.objects.order_by("pk").values_list("pk", "version"))
    for start in range(0, len(versions), TABLES_AT_ONCE):
        chunk = dict(versions[start : start + TABLES_AT_ONCE])
        _store(apps, schema_editor, chunk, logged.filter(table_id__in=list(chunk)).order_by("pk"))


def _store(apps: Any, schema_editor: Any, versions: dict[int, int], log: Any) -> None:
    Hand, Reply, LateHand = (apps.get_model("play", name) for name in ("Hand", "Reply", "LateHand"))
    hands = set(Hand.objects.filter(table__in=list(versions)).values_list("pk", flat=True))
    last: dict[int, Any] = {}
    replies, late_hands = [], {}
    for revision in log.defer("before"):
        pk = revision.object_id
        if revision.kind == "hand" and pk in hands:
            last[pk] = revision
        elif revision.kind == "answer" and pk in hands:
            replies.append(revision)
        elif revision.kind == "late" and revision.action == "hand_in":
            late_hands[pk] = LateHand(
                id=pk,
                table_id=revision.table_id,
                typed=revision.after["typed"],
                actor_id=revision.actor_id,
                player_id=revision.player_id,
                at=revision.at,
            )
        elif revision.kind == "late" and pk in late_hands:
            late_hands[pk].hand_id = revision.after.get("hand")
            late_hands[pk].state = "entered" if late_hands[pk].hand_id else "put_aside"
    moved = {pk: change.after["hand"] for pk, change in last.items() if change.action == "move_away"}
    there = set(Hand.objects.filter(pk__in=moved.values()).values_list("pk", flat=True))
    with schema_editor.connection.cursor() as cursor:
        cursor.executemany(
            UPDATE,
            [
                (
                    versions[change.table_id],
                    change.actor_id,
                    change.player_id,
                    change.action in ("undo", "move_away"),
                    moved[pk] if moved.get(pk) in there else None,
                    pk,
                )
                for pk, change in last.items()
            ],
        )
    Reply.objects.bulk_create(
        Reply(
            hand_id=reply.object_id,
            # a change that followed has made an earlier reply one to another version
            version=versions[reply.table_id] if reply.pk > last[reply.object_id].pk else 0,
            kind=reply.action,
            player_id=reply.player_id,
            note=reply.why,
            at=reply.at,
        )
        for reply in replies
    )
    LateHand.objects.bulk_create(late_hands.values())


class Migration(migrations.Migration):
    dependencies = [
        ("history", "0001_squashed_0008_words"),
        ("play", "0017_late_hands_and_replies"),
    ]

    operations = [migrations.RunPython(read_the_log, migrations.RunPython.noop, elidable=True)]
