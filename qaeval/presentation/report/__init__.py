"""The report page: one HTML file with all that a score table tells, nothing fetched."""
