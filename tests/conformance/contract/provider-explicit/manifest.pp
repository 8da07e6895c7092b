# The attribute provider names another provider than the default
widget { 'x': provider => general, made_by => 'me' }
widget { 'y': provider => 'shell', made_by => 'shell' }
