"""What any page may need, whatever its app: headers, error pages, charts, spreadsheets, limits."""
