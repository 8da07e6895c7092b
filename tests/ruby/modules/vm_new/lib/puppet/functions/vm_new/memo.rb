# State that lives from call to call: instance variables and class-level variables.
Puppet::Functions.create_function(:'vm_new::memo') do
  dispatch :count do
  end

  def count
    @calls = (@calls || 0) + 1
    [@calls, self.class.tally]
  end

  def self.tally
    @tally = (@tally || 0) + 10
  end
end
