import logging
from time import monotonic


class OnceASecond(logging.Filter):
    """Lets a complaint through once a second, whoever is complained of: nobody fills a disk by what others do wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[tuple[str, object], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind = str(record.msg), record.exc_info and record.exc_info[0]
        now = monotonic()
        if now < self.last.get(kind, -1) + 1:
            return False
        self.last[kind] = now
        return True
