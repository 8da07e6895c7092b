loginctl_user { 'games': linger => enabled }
loginctl_user { 'daemon': }
