# A file is imported once, however often and by whomever
import 'common.pp'
import 'common'
import 'other.pp'
import '*n.pp'
