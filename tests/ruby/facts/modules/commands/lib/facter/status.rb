# Exit statuses do not matter, but they are known.
require 'English'
Facter.add(:status_output) { setcode { Facter::Core::Execution.execute('fx-fail') } }
Facter.add(:status_number) do
  setcode do
    Facter::Core::Execution.execute('fx-fail')
    [$?.exitstatus, $?.success?, $CHILD_STATUS.to_i]
  end
end
Facter.add(:status_success) do
  setcode do
    Facter::Core::Execution.execute('fx-hello')
    [$CHILD_STATUS.success?, $?.exitstatus]
  end
end
Facter.add(:status_shell) do
  setcode do
    Facter::Core::Execution.execute('fx-hello | (cat; exit 9)')
    $?.exitstatus
  end
end
