# extra
notify { "r": message => [-"5", !undef, !"", !0, - -3, -(1.5)] }
