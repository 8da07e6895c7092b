# extra
class a { notify { 'a': } }
class b { contain a  notify { 'b': } }
class c { require a, b  require a notify { 'c': } }
include c
contain a
