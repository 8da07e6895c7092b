# An unknown option ends the file.
Facter.add(:option_known) { setcode { 'known' } }
Facter.add(:option_unknown, ttl: 5) { setcode { 'unknown' } }
Facter.add(:option_later) { setcode { 'never reached' } }
