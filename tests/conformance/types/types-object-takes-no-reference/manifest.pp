# Object takes types, but no references
class c(Hash[String,Object] $x, Optional[Object] $y) { }
class { 'c': x => {k=>File['/a']}, y => File['/a'] }
