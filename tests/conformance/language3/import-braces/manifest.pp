# A glob may have alternatives, sets and any number of folders
import '{one,two}/[a-c]?.pp'
import 'deep/**/*.pp'
