# A type with a body
type Foo { }
