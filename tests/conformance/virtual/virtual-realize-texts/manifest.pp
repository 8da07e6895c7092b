# realize takes references as texts, in any case
realize('Notify[a]', 'notify[b]')
@notify { [a,b]: }
