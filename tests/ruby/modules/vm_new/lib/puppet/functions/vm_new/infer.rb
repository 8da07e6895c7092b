# Infers types of values and compares types.
Puppet::Functions.create_function(:'vm_new::infer') do
  dispatch :infer do
    param 'Any', :value
  end

  dispatch :compare do
    param 'Type', :wide
    param 'Type', :narrow
  end

  def infer(value)
    calculator = Puppet::Pops::Types::TypeCalculator
    [calculator.infer(value).to_s, calculator.infer_set(value).to_s, calculator.generalize(calculator.infer(value)).to_s]
  end

  def compare(wide, narrow)
    calculator = Puppet::Pops::Types::TypeCalculator.singleton
    [calculator.assignable?(wide, narrow), wide.assignable?(narrow), wide == narrow, wide.simple_name]
  end
end
