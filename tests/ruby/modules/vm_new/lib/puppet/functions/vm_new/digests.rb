# Digests of texts and bytes.
require 'digest'
require 'openssl' if false
require 'zlib'

Puppet::Functions.create_function(:'vm_new::digests') do
  def digests(text)
    [Digest::MD5.hexdigest(text), Digest::SHA1.hexdigest(text), Digest::SHA256.base64digest(text), Digest::SHA512.hexdigest(text)[0, 16],
     Digest::SHA2.new(384).update(text).hexdigest[0, 16], Zlib.crc32(text), text.sum, text.unpack1('H*')]
  end
end
