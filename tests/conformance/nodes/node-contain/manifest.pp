# A node block contains a class
class c { notify { 'c': } }
node default { contain c }
