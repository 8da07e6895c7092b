# The bare type CatalogEntry has no place in an attribute
notify { a: message => CatalogEntry }
