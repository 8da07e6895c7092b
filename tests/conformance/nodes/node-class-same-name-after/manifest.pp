# A node and after it a class of one name
node a { }
class a { }
