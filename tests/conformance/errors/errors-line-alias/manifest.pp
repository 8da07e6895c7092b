# The line of an unknown type inside an alias
type T = Struct[{
  a => Integer,
  b => Nope,
}]
notice({a => 1} =~ T)
