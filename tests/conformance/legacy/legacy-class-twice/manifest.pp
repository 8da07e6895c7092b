# A class is defined once
class a { }
class a { }
