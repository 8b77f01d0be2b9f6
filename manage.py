#!/usr/bin/env python
from scorer.__main__ import main

if __name__ == "__main__":
    main()
