# A value that no pattern matches is refused with the pattern
valued { 'a': number => 'twelve' }
