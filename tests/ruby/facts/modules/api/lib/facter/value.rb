# Values of other facts.
Facter.add(:value_kernel) { setcode { [Facter.value(:kernel), Facter.value('KERNEL'), Facter['kernel'].value, Facter.fact(:Kernel).value] } }
Facter.add(:value_unknown) { setcode { [Facter.value(:no_such_fact), Facter[:no_such_fact], Facter.fact('no_such_fact')].map(&:inspect) } }
Facter.add(:value_dotted) { setcode { Facter.value('os.family') == Facter.value(:os)['family'] } }
Facter.add(:value_dotted_unknown) { setcode { Facter.value('os.no.such').inspect } }
Facter.add(:value_of_nil) { setcode { Facter.value(:api_nil).inspect } }
Facter.add(:value_object) { setcode { [Facter.fact(:api_nil).class.name, Facter.fact(:api_nil).value.inspect] } }
Facter.add(:api_nil) { setcode { nil } }
Facter.add(:value_twice) { setcode { Facter.value(:api_count) + Facter.value(:api_count) } }
Facter.add(:api_count) do
  @count = 0
  setcode { @count += 1 }
end
