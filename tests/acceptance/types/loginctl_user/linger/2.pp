loginctl_user { 'games': linger => disabled }
loginctl_user { 'daemon': linger => enabled }
