# A resource whose provider is not functional fails for that, even behind one that failed
widget { 'x': provider => tool, made_by => 'me' }
-> widget { 'y': provider => tool, made_by => 'me' }
-> widget { 'z': made_by => 'me' }
