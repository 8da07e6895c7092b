# notify's withpath may be a text.
notify { 'a': withpath => 'true' }
notify { 'b': withpath => 'false' }
