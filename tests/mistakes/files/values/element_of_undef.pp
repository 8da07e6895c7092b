$a = undef
notice($a['x'])
