from scorer.db.versioned_cache import VersionedCache


def test_a_value_is_made_once_a_version() -> None:
    versioned_cache: VersionedCache[str] = VersionedCache(5)
    made: list[str | None] = []

    def make(before: str | None) -> str:
        made.append(before)
        return f"number {len(made)}"

    asked = [versioned_cache.get("board", version, make) for version in (1, 1, 2, 2)]
    assert asked == ["number 1", "number 1", "number 2", "number 2"]
    assert made == [None, "number 1"]


def test_the_one_that_nobody_has_asked_for_longest_goes_first() -> None:
    versioned_cache: VersionedCache[str] = VersionedCache(2)
    for key in ("bridge", "belote", "bridge", "tarot"):
        versioned_cache.get(key, 1, lambda _before: "old")
    assert versioned_cache.get("bridge", 1, lambda _before: "new") == "old"
    assert versioned_cache.get("belote", 1, lambda _before: "new") == "new"


def test_what_was_forgotten_is_made_again() -> None:
    versioned_cache: VersionedCache[str] = VersionedCache(2)
    versioned_cache.get("bridge", 1, lambda _before: "old")
    versioned_cache.clear()
    assert versioned_cache.get("bridge", 1, lambda before: before or "new") == "new"


def test_a_look_at_what_is_there_makes_nothing() -> None:
    versioned_cache: VersionedCache[str] = VersionedCache(2)
    assert versioned_cache.peek("bridge", 1) is None
    versioned_cache.put("bridge", 1, "old")
    assert versioned_cache.peek("bridge", 1) == "old"
    assert versioned_cache.peek("bridge", 2) is None
    versioned_cache.put("belote", 1, "old")
    versioned_cache.peek("bridge", 1)
    versioned_cache.put("tarot", 1, "old")
    assert [versioned_cache.peek(key, 1) for key in ("bridge", "belote", "tarot")] == ["old", None, "old"]
