# A string that is not closed after an interpolation
"a${b}
