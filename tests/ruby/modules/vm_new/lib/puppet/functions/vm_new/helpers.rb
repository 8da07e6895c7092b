# Constants, helper methods, private methods and lambdas within the body of the function.
Puppet::Functions.create_function(:'vm_new::helpers') do
  UNITS = { 'k' => 1024, 'M' => 1024**2 }.freeze unless defined?(UNITS)

  dispatch :size do
    param 'String', :text
  end

  def size(text)
    number, unit = split(text)
    [number * UNITS.fetch(unit, 1), unit.to_s, double.call(number), self.class.name.to_s.empty?, respond_to?(:split, true)]
  end

  def double
    ->(x) { x * 2 }
  end

  private

  def split(text)
    found = text.match(/\A(?<number>\d+)(?<unit>[a-zA-Z])?\z/) or raise ArgumentError, "no size: #{text}"
    [found[:number].to_i, found[:unit]]
  end
end
