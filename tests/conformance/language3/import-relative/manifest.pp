# A path is relative to the file that the statement stands in
import 'a/one.pp'
