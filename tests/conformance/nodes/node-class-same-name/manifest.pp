# A class and a node of one name
class a { }
node a { }
