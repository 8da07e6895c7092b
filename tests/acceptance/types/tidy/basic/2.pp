tidy { '/srv/t/b.txt': age => '2d', type => 'ctime', size => '0b' }
tidy { 'by another name': path => '/srv/u/', recurse => 'inf', age => '4w' }
tidy { '/srv/odd': recurse => true, rmdirs => true, max_files => 20, backup => 'puppet', tag => 'cleaning' }
tidy { '/srv/empty': recurse => 2, rmdirs => true, matches => ['a', 'b'] }
tidy { '/srv/none': recurse => true, rmdirs => true }
