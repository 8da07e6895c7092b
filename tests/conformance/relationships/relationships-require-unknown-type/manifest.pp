# A text with an unknown type is a resource that is not there
notify { a: notify => 'Foo[b]' }
