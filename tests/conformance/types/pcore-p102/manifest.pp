# Optional[CatalogEntry]
$v = Optional[CatalogEntry]
notify { 'a': message => [$v, "${v}"] }
