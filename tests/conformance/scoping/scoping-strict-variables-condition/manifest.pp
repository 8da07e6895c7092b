# An unknown variable as a condition under strict_variables
if $nope { notice(1) } else { notice(2) }
