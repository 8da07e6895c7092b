# A title gives several namevars
pair { 'me@here': color => 'red' }
pair { 'you@there': note => 'x' }
