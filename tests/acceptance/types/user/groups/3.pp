user { 'member': groups => ['three'], membership => inclusive }
user { 'single': groups => [], membership => inclusive }
