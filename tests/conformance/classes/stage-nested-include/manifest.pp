# extra
stage { "pre": before => Stage[main] }
class a { include b }
class b { }
class c { include a }
class { "c": stage => pre }
