Puppet::Type.type(:listing).provide(:mem) do
  def first; 'b'; end
  def first=(v); end
  def ordered; %w[1 2]; end
  def ordered=(v); end
  def unordered; %w[a b]; end
  def unordered=(v); end
  def words; %i[red green]; end
  def words=(v); end
end
