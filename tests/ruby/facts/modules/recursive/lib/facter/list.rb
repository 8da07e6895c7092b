# In a fact, a list of all facts needs the fact itself.
Facter.add(:list_recursive) { setcode { Facter.list } }
