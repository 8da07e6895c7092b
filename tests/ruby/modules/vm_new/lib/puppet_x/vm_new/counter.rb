# A class that counts and is enumerable.
class PuppetX::VmNew::Counter
  include Enumerable

  def initialize
    @counts = Hash.new(0)
  end

  def add(word)
    @counts[word] += 1
    self
  end

  def each(&block)
    @counts.each(&block)
  end
end
