notice(upcase(1, 2))
