# A node may inherit from the default node; names may be bare and in a list
node default { notify { 'default': } }
node web, 'www' inherits default { notify { 'web': } }
