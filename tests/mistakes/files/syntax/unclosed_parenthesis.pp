notice('a'
notice('b')
