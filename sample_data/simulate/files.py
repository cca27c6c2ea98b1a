"""What a collection is made of: by file name, a table whose first row is the header, or a text."""

Row = tuple[object, ...]
Table = list[Row]
Files = dict[str, Table | str]
