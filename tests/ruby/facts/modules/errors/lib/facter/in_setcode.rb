# Exceptions of facts.
class FxError < StandardError
  def message = 'my message'
end
Facter.add(:error_runtime) { setcode { raise 'runtime' } }
Facter.add(:error_own) { setcode { raise FxError } }
Facter.add(:error_nil) { setcode { nil.upcase } }
Facter.add(:error_division) { setcode { 1 / 0 } }
Facter.add(:error_constant) { setcode { FxNothing } }
Facter.add(:error_file) { setcode { File.read('/nowhere/file') } }
Facter.add(:error_argument) { setcode { [].first(1, 2) } }
Facter.add(:error_type) { setcode { 'a' + 1 } }
Facter.add(:error_key) { setcode { {}.fetch('key') } }
Facter.add(:error_throw) { setcode { throw :nothing } }
Facter.add(:error_lines) { setcode { raise "two\nlines" } }
Facter.add(:error_empty) { setcode { raise '' } }
Facter.add(:error_stop) { setcode { raise StopIteration, 'stop' } }
Facter.add(:error_return) { setcode { Proc.new { break 1 }.call } }
