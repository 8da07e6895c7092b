exec { '/bin/false': }
-> notify { 'x': }
