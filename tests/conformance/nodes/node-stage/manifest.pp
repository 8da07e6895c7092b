# A class of a node in another stage
stage { 'pre': before => Stage['main'] }
class c { notify { 'c': } }
node default { class { 'c': stage => 'pre' } }
