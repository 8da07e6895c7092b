# import with parentheses
import('a.pp')
