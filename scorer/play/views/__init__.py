from scorer.play.views import arranging, confirmations, entry, hands, joining, pages, saving, sheet
