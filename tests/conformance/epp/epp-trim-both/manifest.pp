# <%- and -%> take blanks and one line end away
notify { 'r': message => epp('m/t.epp') }
