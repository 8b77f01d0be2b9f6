"""Doppelkopf: Re against Kontra for 240 Augen, and solos against three."""
