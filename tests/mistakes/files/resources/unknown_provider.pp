package { 'x': provider => 'aptt' }
