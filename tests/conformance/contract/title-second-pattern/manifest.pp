# A title that only the second pattern matches gives but one of the namevars
pair { 'me': host => 'there', color => 'me on there' }
pair { 'you': }
