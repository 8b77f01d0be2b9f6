from scorer.play.views import arranging, entry, hands, joining, pages, replies, saving, sheet
