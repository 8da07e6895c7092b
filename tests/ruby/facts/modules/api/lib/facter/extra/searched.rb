Facter.add(:searched) { setcode { 'found in another directory' } }
