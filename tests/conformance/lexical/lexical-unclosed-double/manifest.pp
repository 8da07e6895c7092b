# A string that is not closed
"a
