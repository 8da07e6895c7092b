Puppet::Type.type(:pooled).provide(:mem) do
  def self.instances
    %w[three one two].map { |name| new(:name => name) }
  end
  def exists?; %w[one two three].include?(resource[:name]); end
  def create; end
  def destroy; end
  def color; 'red'; end
  def color=(v); end
end
