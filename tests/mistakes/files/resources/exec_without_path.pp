exec { 'ls -l': }
