import os

from tests.chaos import site
from tests.chaos.server import Server

os.environ["ALLOWED_HOSTS"] = "scorer.example"
with site() as folder, Server(folder / "log") as server:
    from tests.pictures.scenes import show  # which imports models

    show(server.port)
