# Files that import each other are read once each
import 'a.pp'
