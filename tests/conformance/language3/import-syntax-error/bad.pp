notify { 'x':
  message = 'y' }
