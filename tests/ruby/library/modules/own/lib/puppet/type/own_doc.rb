# frozen_string_literal: true

Puppet::Type.newtype(:own_doc) do
  @doc = "First line.
    Second line.

      Code
    Third line.   "

  newparam(:name) { desc "The name\n      with an indented line\n        and a deeper one" }
  newproperty(:none)
  newproperty(:values) do
    desc "\n\n    Starts late.\n    "
    newvalues(:a, :b, /c+/, /d/m)
    aliasvalue(:aa, :a)
    aliasvalue(:aaa, :a)
  end
  newparam(:tabs) { desc "Tabs\n\tone\n\t\ttwo" }
  newparam(:needs, required_features: %i[One two]) { desc 'Needs something.' }
  newparam(:mixed) { desc "Mixed\n  two\n\ttab\n    four" }
  newparam(:late) do
    newvalues(:x)
    desc '  spaces around  '
  end
end
