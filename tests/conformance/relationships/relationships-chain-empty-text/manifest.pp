# An empty text is no type
Notify[a] -> ''
notify { a: }
