# A path that starts with the name of a module means its manifests, and its init.pp comes along
import 'tools/extra/*.pp'
include tools
tools::thing { 'x': }
