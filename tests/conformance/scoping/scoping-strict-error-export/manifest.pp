# An export without a store with strict=error
@@notify { 'a': }
