# A class that inherits from one with a hyphen
class a inherits b-c { }
include a
