# Types in an attribute
notify { 'a': message => [Integer, Optional[String[1]], Enum[a,b], Struct[{a=>Integer}]] }
