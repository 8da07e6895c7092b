# Files that may be missing.
Facter.add(:file_text) { setcode { Facter::Util::FileHelper.safe_read(__FILE__).lines.first } }
Facter.add(:file_missing) { setcode { [Facter::Util::FileHelper.safe_read('/nowhere'), Facter::Util::FileHelper.safe_readlines('/nowhere', nil)] } }
