# Of the default providers the one with the most conditions wins
widget { 'x': made_by => 'me' }
