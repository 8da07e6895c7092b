# A class can not be realized
realize(Class[c])
class c { }
