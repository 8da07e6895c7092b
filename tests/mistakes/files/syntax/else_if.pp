if true { notice('a') } else if false { notice('b') }
