# A property that has no value yet is defined, one that should have none is undefined
phased { 'x': label => 'l' }
phased { 'up': color => 'absent' }
