# A text becomes a number
valued { 'a': size => '12' }
valued { 'b': size => 8 }
