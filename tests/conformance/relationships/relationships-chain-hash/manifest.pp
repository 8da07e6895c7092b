# A hash can not be related
Notify[a] -> {a=>1}
notify { a: }
