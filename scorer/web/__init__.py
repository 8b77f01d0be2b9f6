"""What any page may need, whatever its app: headers, language, error pages, charts, spreadsheets, limits by address."""
