# Namevars that are properties can be given
keyed { 'x@y': id => 'new two', place => 'there', color => 'red' }
