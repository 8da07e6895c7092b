# A provider that the type does not have is refused
widget { 'x': provider => nosuch, made_by => 'me' }
