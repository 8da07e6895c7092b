posix_acl { '/srv/judge/set': permission => ['u:daemon:rw', 'g:games:r', 'mask::rwx'] }
posix_acl { '/srv/judge/exact':
  action     => exact,
  permission => ['user::rw-', 'user:bin:r--', 'group::r--', 'mask::r--', 'other::r--'],
}
posix_acl { '/srv/judge/unset': action => unset, permission => ['user:daemon:r--', 'user:bin:rwx'] }
posix_acl { '/srv/judge/purge': action => purge, permission => ['user::rw-'] }
posix_acl { '/srv/judge/lazy': permission => ['user:daemon:rwX', 'default:user:daemon:r-x'], recursive => true }
posix_acl { '/srv/judge/deep':
  permission  => ['user:daemon:r-x', 'default:user:daemon:r-x'],
  recursive   => true,
  recursemode => deep,
}
