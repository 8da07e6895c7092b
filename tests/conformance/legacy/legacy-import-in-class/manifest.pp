# import inside a class that is included
class c {
  import 'a.pp' }
include c
