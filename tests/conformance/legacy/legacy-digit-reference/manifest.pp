# A reference that begins with a digit
notify { 'x': require => Class[7zip] }
