# <%% and %%> are text
notify { 'r': message => epp('m/t.epp') }
