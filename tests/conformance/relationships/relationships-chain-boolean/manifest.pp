# A boolean can not be related
Notify[a] -> true
notify { a: }
