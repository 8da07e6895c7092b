# A class that two imported files define is defined twice
import 'a.pp'
import 'b.pp'
