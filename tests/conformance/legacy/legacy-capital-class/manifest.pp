# A class with a capital letter
class Apache { }
