# Ruby code that takes too long.
Facter.add(:timeout_of_ruby, timeout: 1) { setcode { sleep(2) && 'slept' } }
