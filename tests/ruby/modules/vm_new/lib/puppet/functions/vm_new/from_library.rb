# Code of the module's library, by require of an expanded path, by require_relative and by the load path.
require File.expand_path('../../../puppet_x/vm_new/words', __dir__)
require_relative '../../../puppet_x/vm_new/counter'

Puppet::Functions.create_function(:'vm_new::from_library') do
  def from_library(text)
    counter = PuppetX::VmNew::Counter.new
    text.split.each { |word| counter.add(word) }
    [PuppetX::VmNew::Words.title(text), counter.to_h, PuppetX::VmNew::Words::LIMIT, PuppetX::VmNew.respond_to?(:shorten) && PuppetX::VmNew.shorten(text)]
  end
end
