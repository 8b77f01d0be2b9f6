"""Tells hatchling what a wheel of Scorer needs: the versions that it has been tested with, as `make install-server`."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class LockedDependencies(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        lock = (Path(self.root) / "requirements.txt").read_text()
        metadata["dependencies"] = re.findall(r"^(\S+==.*?) *\\?$", lock, re.MULTILINE)
