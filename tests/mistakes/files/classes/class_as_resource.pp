class { 'class': }
