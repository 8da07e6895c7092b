# A class with a hyphen inside another
class a { class b-c { } }
