loginctl_user { 'bob': linger => enabled }
loginctl_user { 'eve': linger => enabled }
