user { 'member': groups => ['three'] }
user { 'single': groups => ['one'], membership => inclusive }
