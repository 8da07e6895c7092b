# A value is refused in the type's own words
valued { 'a': needed => 'nothing' }
