"""What the pages of an event show."""

from scorer.events.selectors.console import stations_of
from scorer.events.selectors.free_places import assignments_in_free_place
from scorer.events.selectors.late_hands import late_hands_at_stations
from scorer.events.selectors.lines import best_first, extras_of, scorecard_of, scored_lines, traveller_of
from scorer.events.selectors.meetings import meetings_of
from scorer.events.selectors.movement import assignments_of, cards_of, movement_of
from scorer.events.selectors.openings import changes_after_opening
from scorer.events.selectors.partners import last_partner
from scorer.events.selectors.people import contestants_by_number
from scorer.events.selectors.ranking import fields_of, finish_of
from scorer.events.selectors.rulings import rulings_of
from scorer.events.selectors.sections import room_of, sections_of

__all__ = [
    "assignments_in_free_place",
    "assignments_of",
    "best_first",
    "cards_of",
    "changes_after_opening",
    "contestants_by_number",
    "extras_of",
    "fields_of",
    "finish_of",
    "last_partner",
    "late_hands_at_stations",
    "meetings_of",
    "movement_of",
    "room_of",
    "rulings_of",
    "scorecard_of",
    "scored_lines",
    "sections_of",
    "stations_of",
    "traveller_of",
]
