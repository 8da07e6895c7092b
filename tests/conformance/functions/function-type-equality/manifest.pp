# types are equal if each is assignable to the other
type Port = Integer[1, 65535]
type P2 = Integer[1, 65535]
notify { 'r': message => [
  Port == Integer[1, 65535],
  Port == P2,
  Port != P2,
  [Port] == [P2],
  Optional[Integer] == Variant[Undef, Integer],
  Array == Array[Any],
  Tuple[Integer, Integer] == Array[Integer, 2, 2],
  Enum['a'] == String,
] }
