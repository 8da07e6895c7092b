[1].each { notice('x') }
