/* a
notice('b')
