posix_acl { '/tmp/case/root/x': action => set, permission => ['user::rw-', 'group::r--', 'mask::r--', 'other::r--', 'user:eve:rw-'], recursive => false }
