# Code outside of blocks comes before that of the importing file, wherever the statement stands
notify { 'site': message => $set }
import 'vars.pp'
