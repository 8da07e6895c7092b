# Files in subdirectories are not loaded by themselves.
require 'facter/util/fx_utility'
Facter.add(:utility) { setcode { Facter::Util::FxUtility.answer } }
Facter.add(:utility_directory) { setcode { defined?(FX_SUBDIRECTORY).inspect } }
