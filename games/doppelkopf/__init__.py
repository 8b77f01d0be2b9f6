"""Doppelkopf: Re against Kontra for 240 Augen (card points), and solos against three."""
