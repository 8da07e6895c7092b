# One statement imports several paths
import 'a.pp', "b.pp"
include a
