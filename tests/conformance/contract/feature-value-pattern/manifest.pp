# A value that matches a pattern with required features is refused like a listed one
gadget { 'x': provider => plain, edge => '12' }
