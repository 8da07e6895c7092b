# A path without extension means a manifest; so does a glob
import 'classes'
import 'more/*'
include one, two
