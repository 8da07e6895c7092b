# notify's withpath is true or false, not yes.
notify { 'a': withpath => yes }
