# Of a resource that is not there and need not be, nothing is managed
phased { 'gone': color => 'red' }
phased { 'up': color => 'red' }
