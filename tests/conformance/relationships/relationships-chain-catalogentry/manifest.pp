# The bare type CatalogEntry is refused at the arrow
Notify[a] -> CatalogEntry
notify { a: }
