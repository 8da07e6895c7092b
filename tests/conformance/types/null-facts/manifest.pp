notice($facts['nul'] =~ String, $facts['nul'] == '', $nul =~ Undef)
notice($facts['deep'])
