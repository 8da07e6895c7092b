# Two resources with the same namevars are refused
pair { 'me@here': }
pair { 'other': user => 'me', host => 'here' }
