# A path with a variable in it can not be imported
$dir = 'nodes'
import "${dir}/a.pp"
