# An alias can not be called like a type of the language
type Integer = String
