# An interpolation that is not closed
"a${
