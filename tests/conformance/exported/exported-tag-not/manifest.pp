# tag != in a query of the store leaves out what has the tag
Notify <<| tag != 'web' |>>
