"""The pages of events. Who directs the club directs its events; whoever may read the club sees what is open."""
