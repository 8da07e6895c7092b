module Facter::Util::FxUtility
  def self.answer = 42
end
