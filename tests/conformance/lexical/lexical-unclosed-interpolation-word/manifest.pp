# An interpolation that is not closed after a word
"a${b
