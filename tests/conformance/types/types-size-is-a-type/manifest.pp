# A size that is another type is named as a type
notify { 'r': message => [Array[Integer,String]] }
