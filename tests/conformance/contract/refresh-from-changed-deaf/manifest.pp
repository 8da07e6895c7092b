# A type that has no refresh notifies others by its own changes
silent { 'a': sound => 'dong' }
~> bell { 'b': }
