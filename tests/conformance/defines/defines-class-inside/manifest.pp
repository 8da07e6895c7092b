# A class first included inside an instance has its tags
define d { include c }
class c { notify { n: tag => 'z' } }
d { 'inst': tag => 'mytag' }
