# Quotes in command lines.
Facter.add(:quotes_double) { setcode { Facter::Core::Execution.execute('fx-args "a b" c') } }
Facter.add(:quotes_single) { setcode { Facter::Core::Execution.execute("fx-args 'a \"b\"' '$HOME' \\\\") } }
Facter.add(:quotes_program) { setcode { Facter::Core::Execution.execute('"fx-hello"') } }
Facter.add(:quotes_space) { setcode { Facter::Core::Execution.execute('"fx space" argument') } }
Facter.add(:quotes_single_space) { setcode { Facter::Core::Execution.execute("'fx space' 'two words'") } }
Facter.add(:quotes_spaces) { setcode { Facter::Core::Execution.execute('fx-args   a    b ') } }
Facter.add(:quotes_unicode) { setcode { Facter::Core::Execution.execute("fx-args 'Gr\u00fc\u00dfe'") } }
Facter.add(:quotes_unbalanced) { setcode { Facter::Core::Execution.execute("fx-args 'a") } }
Facter.add(:quotes_leading) { setcode { Facter::Core::Execution.execute(' fx-hello', on_fail: 'leading space') } }
Facter.add(:quotes_unquoted) { setcode { Facter::Core::Execution.execute('fx space argument', on_fail: 'unquoted') } }
