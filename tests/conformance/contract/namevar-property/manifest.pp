# Namevars that are properties are compared and set like all of them
keyed { 'new one@home': }
keyed { 'other@home': color => 'blue' }
