# A reference with a hyphen
notify { 'x': require => My-type['y'] }
