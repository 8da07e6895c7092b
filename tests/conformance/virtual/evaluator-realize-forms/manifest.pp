# extra
@notify { ['a','b','c','d']: }
realize Notify['a']
realize(Notify['b'], Notify['c'])
realize([Notify['d']])
