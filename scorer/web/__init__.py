"""What any page needs, whichever app it belongs to: headers, error pages, charts, spreadsheet files, limits."""
