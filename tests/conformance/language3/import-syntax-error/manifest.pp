# A fault in an imported file is one of that file
import 'bad.pp'
