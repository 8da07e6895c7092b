# An automatic relation to a title that the type names itself
anchored { 'x': }
notify { 'first': }
