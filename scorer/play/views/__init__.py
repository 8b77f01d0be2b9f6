from scorer.play.views import arranging, entry, hands, joining, pages, replies, requests, saving, sheet
