"""The pictures of the README and of the pages about events: `make pictures` writes them to docs/pictures.

The pictures beside a sheet of paper (docs/records.md) were put together by hand.
"""
