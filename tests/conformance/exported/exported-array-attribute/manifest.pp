# == matches an element of an attribute that is a list
Notify <<| message == 'two' |>>
