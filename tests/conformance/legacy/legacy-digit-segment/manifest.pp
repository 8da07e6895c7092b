# A part of a name that begins with a digit
class a::7zip { }
