# Bare words as titles and in lists
notify { one: }
notify { [two, three-b]: }
Notify[one] -> Notify[two, three-b]
