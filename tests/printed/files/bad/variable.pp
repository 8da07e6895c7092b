notice($nosuch)
warning('careful')
