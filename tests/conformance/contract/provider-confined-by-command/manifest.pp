# A provider whose command is missing is not functional; one whose command is there is
widget { 'x': provider => tool, made_by => 'me' }
widget { 'y': provider => shell, made_by => 'me' }
