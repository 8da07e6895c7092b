# Modes that have no effect.
Facter.add(:mode_sequential) { setcode { [Facter.sequential?, Facter.http_debug?] } }
