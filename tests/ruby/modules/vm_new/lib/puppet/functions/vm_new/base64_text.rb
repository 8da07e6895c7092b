# Base64 in the three forms, and pack.
require 'base64'

Puppet::Functions.create_function(:'vm_new::base64_text') do
  dispatch :encode do
    param 'String', :text
  end

  def encode(text)
    strict = Base64.strict_encode64(text)
    [strict, Base64.urlsafe_encode64(text, padding: false), Base64.encode64(text * 20), Base64.decode64(strict), [text].pack('m0'),
     Base64.decode64(strict).force_encoding('UTF-8')]
  end
end
