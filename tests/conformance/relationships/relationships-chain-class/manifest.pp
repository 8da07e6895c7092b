# The bare type Class is refused at the arrow
Class -> Notify[a]
notify { a: }
