# Timestamps and timespans as arguments and results.
Puppet::Functions.create_function(:'vm_new::moments') do
  dispatch :instant do
    param 'Timestamp', :stamp
    param 'Numeric', :seconds
  end

  dispatch :span do
    param 'Timespan', :span
  end

  def instant(stamp, seconds)
    [stamp.class.name.split('::').last, stamp.to_i, stamp.to_f, stamp.to_s, stamp.format('%Y-%m-%d'), stamp + seconds]
  end

  def span(span)
    [span.hours, span.minutes, span.seconds, span.to_f, span.to_s, span.format('%H:%M'), span + span,
     Puppet::Pops::Time::Timespan.from_hash('minutes' => 90)]
  end
end
