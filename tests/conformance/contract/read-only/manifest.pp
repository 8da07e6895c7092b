# A property that can only be read is refused
valued { 'x': checksum => 'abc' }
