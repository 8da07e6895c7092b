# Libraries of Ruby, and one of another module's library by an expanded path.
require 'digest/md5'
require 'json'
require 'yaml'
require 'tempfile'

module Puppet::Parser::Functions
  newfunction(:vm_old_library, :type => :rvalue, :arity => 1) do |args|
    require File.expand_path(File.join(__dir__, '..', '..', '..', '..', '..', 'vm_new', 'lib', 'puppet_x', 'vm_new', 'shorten'))
    [Digest::MD5.hexdigest(args[0]), JSON.parse('{"a": [1, null]}'), { 'k' => args[0] }.to_yaml, PuppetX::VmNew.shorten(args[0])]
  end
end
