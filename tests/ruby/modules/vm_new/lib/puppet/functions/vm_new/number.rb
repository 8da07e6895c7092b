# Numbers as results, also such that the language does not have.
Puppet::Functions.create_function(:'vm_new::number') do
  dispatch :give do
    param 'String', :kind
  end

  def give(kind)
    case kind
    when 'largest' then 2**63 - 1
    when 'smallest' then -(2**63)
    when 'too_large' then 2**63
    when 'too_small' then -(2**63) - 1
    when 'nested_large' then [{ 'n' => 2**70 }]
    when 'float' then 1.0
    when 'tiny' then 1e-30
    when 'huge' then 1e30
    when 'minus_zero' then -0.0
    when 'nan' then Float::NAN
    when 'infinity' then -Float::INFINITY
    when 'rational' then Rational(1, 3)
    when 'complex' then Complex(1, 2)
    when 'bool' then [true, false]
    end
  end
end
