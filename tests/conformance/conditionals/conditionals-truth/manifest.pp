# What is true
if '' { notice('empty string true') } if [] { notice('arr') } if {} { notice('h') } if 0 { notice('zero') } if undef { notice('u') } if 'false' { notice('f') }
