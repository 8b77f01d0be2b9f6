"""Opening tables: the forms and their pages. What they save is written by `scorer.play.services`."""
