from scorer.db.versioned_cache import VersionedCache


def test_a_value_is_computed_once_for_each_version() -> None:
    cache: VersionedCache[str] = VersionedCache("test", 5)
    computed: list[str | None] = []

    def compute(before: str | None) -> str:
        computed.append(before)
        return f"number {len(computed)}"

    asked = [cache.get("board", version, compute) for version in (1, 1, 2, 2)]
    assert asked == ["number 1", "number 1", "number 2", "number 2"]
    assert computed == [None, "number 1"]


def test_the_least_recently_used_key_is_dropped_first() -> None:
    cache: VersionedCache[str] = VersionedCache("test", 2)
    for key in ("bridge", "belote", "bridge", "tarot"):
        cache.get(key, 1, lambda _before: "old")
    assert cache.get("bridge", 1, lambda _before: "new") == "old"
    assert cache.get("belote", 1, lambda _before: "new") == "new"


def test_after_clear_a_value_is_computed_again() -> None:
    cache: VersionedCache[str] = VersionedCache("test", 2)
    cache.get("bridge", 1, lambda _before: "old")
    cache.clear()
    assert cache.get("bridge", 1, lambda before: before or "new") == "new"


def test_peek_computes_nothing() -> None:
    cache: VersionedCache[str] = VersionedCache("test", 2)
    assert cache.peek("bridge", 1) is None
    cache.put("bridge", 1, "old")
    assert cache.peek("bridge", 1) == "old"
    assert cache.peek("bridge", 2) is None
    cache.put("belote", 1, "old")
    cache.peek("bridge", 1)
    cache.put("tarot", 1, "old")
    assert [cache.peek(key, 1) for key in ("bridge", "belote", "tarot")] == ["old", None, "old"]
