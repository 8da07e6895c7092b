# %{facts.a.b} and %{a.b.0} dig into facts
notify { 'r': message => lookup('a') }
