# Methods of Ruby that run commands.
require 'open3'
Facter.add(:ruby_backticks) { setcode { `fx-hello`.chomp } }
Facter.add(:ruby_percent) { setcode { %x(fx-args "a b" | cat).lines.map(&:chomp) } }
Facter.add(:ruby_missing) { setcode { `fx-missing` } }
Facter.add(:ruby_status) { setcode { [`fx-fail 2>/dev/null`, $?.exitstatus] } }
Facter.add(:ruby_system) { setcode { [system('true'), system('exit 3'), system('fx-missing'), system('fx-args', 'a b', out: File::NULL)] } }
Facter.add(:ruby_popen) { setcode { IO.popen('fx-lines').read } }
Facter.add(:ruby_popen_block) { setcode { IO.popen(['fx-args', 'a b', '$c'], 'r') { |io| io.readlines.map(&:chomp) } } }
Facter.add(:ruby_popen_merged) { setcode { IO.popen('fx-version', err: %i[child out]).read } }
Facter.add(:ruby_capture3) { setcode { Open3.capture3('fx-fail').then { |output, errors, status| [output, errors, status.exitstatus] } } }
Facter.add(:ruby_capture2) { setcode { Open3.capture2('fx-args', 'a b').first } }
Facter.add(:ruby_capture2e) { setcode { Open3.capture2e('fx-version').then { |output, status| [output, status.success?] } } }
Facter.add(:ruby_input) { setcode { Open3.capture2('cat', stdin_data: 'input').first } }
Facter.add(:ruby_environment) { setcode { Open3.capture2({ 'FX_VALUE' => 'given' }, 'fx-env').first.split('|').last } }
Facter.add(:ruby_directory) { setcode { Open3.capture2('pwd', chdir: '/usr').first } }
