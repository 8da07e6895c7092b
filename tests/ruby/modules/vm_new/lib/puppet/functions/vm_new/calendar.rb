# Times and dates of Ruby, all in UTC.
require 'time'
require 'date'

Puppet::Functions.create_function(:'vm_new::calendar') do
  dispatch :format do
    param 'Integer', :seconds
    param 'String', :format
  end

  dispatch :parse do
    param 'String', :text
  end

  def format(seconds, format)
    Time.at(seconds).utc.strftime(format)
  end

  def parse(text)
    time = Time.parse(text).utc
    [time.to_i, time.iso8601, time.year, Date.parse(text).yday, DateTime.parse(text).hour, Time.now.class.name, Time.at(0).utc.httpdate]
  end
end
