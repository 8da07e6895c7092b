# Several imports are evaluated in the order of the statements, files of a glob in that of their names
import 'z.pp'
import 'dir/*.pp'
notify { 'site': }
