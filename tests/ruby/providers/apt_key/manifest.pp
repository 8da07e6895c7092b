apt_key { 'there': id => 'AAAABBBBCCCCDDDDEEEEFFFF6D8AEE1A3A3DDFAA' }
apt_key { 'new': id => '1111222233334444555566667777888899990000', server => 'keyserver.ubuntu.com' }
