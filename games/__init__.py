"""One folder per game. Deleting a folder removes the game; nothing else names it.

The comments cite two sources. "The club's text" is the club's own description of how it scores the game, which decides.
"The digest" is a collection of what federations, leagues and clubs have published, which fills the gaps of that text.
`docs/rules` has each gap with what Scorer does about it.
"""
