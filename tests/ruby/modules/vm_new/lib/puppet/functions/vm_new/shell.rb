# Words and quotes of a shell.
require 'shellwords'

Puppet::Functions.create_function(:'vm_new::shell') do
  def shell(text)
    [Shellwords.split(text), Shellwords.escape(text), text.shellsplit.shelljoin]
  end
end
