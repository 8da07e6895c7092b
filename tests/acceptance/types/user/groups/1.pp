group { ['one', 'two', 'three']: }
user { 'member': groups => ['two', 'one', 'two'] }
user { 'single': groups => 'three', membership => inclusive }
