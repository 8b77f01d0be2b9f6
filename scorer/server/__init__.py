"""The server under the pages: connections, buffers, threads, static files, the log, and the maintenance page."""
