service { 'ssh': enable => ture }
