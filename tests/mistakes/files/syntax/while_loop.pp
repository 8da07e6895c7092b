while (true) { notice('x') }
