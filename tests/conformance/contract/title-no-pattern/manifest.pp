# A title that no pattern matches is refused
pair { 'a@b@c': user => 'a', host => 'b' }
