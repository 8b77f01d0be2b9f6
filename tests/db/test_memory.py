from scorer.db.memory import Memory


def test_a_value_is_made_once_a_version() -> None:
    memory: Memory[str] = Memory(5)
    made: list[str | None] = []

    def make(before: str | None) -> str:
        made.append(before)
        return f"number {len(made)}"

    asked = [memory.get("board", version, make) for version in (1, 1, 2, 2)]
    assert asked == ["number 1", "number 1", "number 2", "number 2"]
    assert made == [None, "number 1"]


def test_the_one_that_nobody_has_asked_for_longest_goes_first() -> None:
    memory: Memory[str] = Memory(2)
    for key in ("bridge", "belote", "bridge", "tarot"):
        memory.get(key, 1, lambda _before: "old")
    assert memory.get("bridge", 1, lambda _before: "new") == "old"
    assert memory.get("belote", 1, lambda _before: "new") == "new"


def test_what_was_forgotten_is_made_again() -> None:
    memory: Memory[str] = Memory(2)
    memory.get("bridge", 1, lambda _before: "old")
    memory.clear()
    assert memory.get("bridge", 1, lambda before: before or "new") == "new"


def test_a_look_at_what_is_there_makes_nothing() -> None:
    memory: Memory[str] = Memory(2)
    assert memory.peek("bridge", 1) is None
    memory.put("bridge", 1, "old")
    assert memory.peek("bridge", 1) == "old"
    assert memory.peek("bridge", 2) is None
    memory.put("belote", 1, "old")
    memory.peek("bridge", 1)
    memory.put("tarot", 1, "old")
    assert [memory.peek(key, 1) for key in ("bridge", "belote", "tarot")] == ["old", None, "old"]
