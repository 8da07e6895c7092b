# The message names listed values and patterns
valued { 'a': mixed => 'A/1' }
