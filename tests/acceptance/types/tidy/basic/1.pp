tidy { '/srv/t': recurse => true, matches => ['*.log', '[!a]*.tmp'], age => '1d', type => 'mtime' }
tidy { '/srv/u': recurse => 1, size => '1k' }
tidy { '/srv/v': recurse => true, age => '0', rmdirs => true }
file { '/srv/t/a.log': mode => '0600' }
