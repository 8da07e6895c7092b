# Another spelling of a listed value stands for it
valued { 'x': level => 'l' }
valued { 'y': level => h }
