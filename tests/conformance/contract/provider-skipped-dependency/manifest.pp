# A resource whose dependency failed for its provider is skipped
widget { 'x': provider => tool, made_by => 'me' }
-> widget { 'y': made_by => 'me' }
