# URIs: their parts, joins, queries.
require 'uri'
require 'ipaddr'

Puppet::Functions.create_function(:'vm_new::address') do
  dispatch :parts do
    param 'String', :text
  end

  dispatch :net do
    param 'String', :net
    param 'String', :host
  end

  def parts(text)
    uri = URI.parse(text)
    [uri.scheme, uri.host, uri.port, uri.path, uri.query && URI.decode_www_form(uri.query), uri.fragment, uri.userinfo, uri.class.name,
     URI.join(text, '../up').to_s, URI.encode_www_form('a b' => 'c&d')]
  end

  def net(net, host)
    range = IPAddr.new(net)
    [range.include?(IPAddr.new(host)), range.to_s, range.ipv4?, range.to_range.last.to_s]
  end
end
