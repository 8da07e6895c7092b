# An import that matches nothing is an error
notify { 'x': }
import 'nodes/*.pp'
