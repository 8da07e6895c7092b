notify { "a ${7 =~ M::Inner::Deep} ${8 =~ M::Inner::Deep}": }
