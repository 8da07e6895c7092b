# A text that names a class that is not there
notify { a: notify => 'Class[b]' }
