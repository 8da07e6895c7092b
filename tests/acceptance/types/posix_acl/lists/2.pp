posix_acl { 'again': path => '/srv/judge/set', permission => ['user:daemon:---', 'user:bin:r'] }
posix_acl { '/srv/judge/exact':
  action     => exact,
  permission => ['user::rw-', 'group::r--', 'other::r--', 'user:games:rw-', 'mask::rw-'],
}
posix_acl { '/srv/judge/lazy': action => purge, permission => ['user::rwx'], recursive => true }
posix_acl { '/srv/judge/deep': action => unset, permission => ['default:user:daemon:r-x'] }
