# realize refuses a text that is no reference
@notify { 'a': }
realize('a')
