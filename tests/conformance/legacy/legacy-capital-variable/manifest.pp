# A parameter with a capital letter
class c($Foo) { }
