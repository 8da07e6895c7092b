# A type without a title at the left of an arrow
Notify -> Notify[a]
notify { a: }
