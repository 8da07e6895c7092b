# A provider that a fact rules out can be named, but its resource fails
widget { 'x': provider => foreign, made_by => 'me' }
-> notify { 'after': }
widget { 'y': made_by => 'special' }
