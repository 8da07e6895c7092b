# frozen_string_literal: true

module Puppet
  module Util
    # Interfaces of Windows. They are empty on other systems, so that code can ask for them.
    module Windows
      %i[Service File SID ADSI Registry].each { |name| const_set(name, ::Module.new) }
      EventLog = ::Class.new
    end
  end
end
