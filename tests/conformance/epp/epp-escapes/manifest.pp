# <%% and %%> are literal
notify { 'r': message => inline_epp('a <%% b %%> c <%= 1 %> d%') }
