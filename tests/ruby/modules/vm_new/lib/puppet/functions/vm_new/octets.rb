# Binary values: arguments, their bytes, and new ones.
Puppet::Functions.create_function(:'vm_new::octets') do
  dispatch :reverse do
    param 'Binary', :binary
  end

  dispatch :make do
    param 'String', :text
    param 'Enum[base64, strict, plain, bytes]', :how
  end

  def reverse(binary)
    bytes = binary.binary_buffer
    [bytes.bytesize, bytes.encoding.to_s, Puppet::Pops::Types::PBinaryType::Binary.new(bytes.reverse)]
  end

  def make(text, how)
    type = Puppet::Pops::Types::PBinaryType::Binary
    case how
    when 'base64' then type.from_base64(text)
    when 'strict' then type.from_base64_strict(text)
    when 'plain' then type.from_string(text)
    when 'bytes' then type.from_binary_string(text.b)
    end
  end
end
