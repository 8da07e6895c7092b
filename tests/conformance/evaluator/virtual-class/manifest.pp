# extra
@class { 'a': }
