# extra
notify { default: message => 'd', withpath => true; 'a': ; 'b': message => 'own'; ['c','e']: withpath => false }
