# A plan in a class
class a { plan foo() { } }
