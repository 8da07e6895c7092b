# import of several
import 'a.pp', 'b.pp'
