# An error class with a message of its own.
module PuppetX
  module VmNew
    class Failure < StandardError
      def initialize(code)
        super("failure number #{code}")
      end
    end
  end
end
