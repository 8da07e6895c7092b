# The version of Facter.
require 'facter'
Facter.add(:api_version) { setcode { [Facter.version, Facter::VERSION, Facter.value(:facterversion)].uniq.length } }
Facter.add(:api_versions) { setcode { Gem::Version.new(Facter.version) >= Gem::Version.new('4.0.0') } }
