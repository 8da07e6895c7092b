# A parameter with a hyphen
class c($a-b) { }
