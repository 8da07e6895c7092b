# A type that inherits
type Foo inherits Bar { }
