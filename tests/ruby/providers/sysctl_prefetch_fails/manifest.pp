sysctl_runtime { 'a.b': val => '1' }
sysctl_runtime { 'does.not.exist': val => '1' }
