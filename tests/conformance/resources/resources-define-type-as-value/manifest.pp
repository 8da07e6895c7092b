# A defined type without a title is an empty reference
define d { }
notify { a: message => D }
