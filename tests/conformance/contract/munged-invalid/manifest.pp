# What can't become a number is refused in the type's own words
valued { 'a': size => 'twelve' }
