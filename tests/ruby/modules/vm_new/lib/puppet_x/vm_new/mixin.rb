# Methods that a function includes.
module PuppetX
  module VmNew
    module Mixin
      def self.included(base)
        base.extend(ClassSide)
      end

      def shout(text)
        "#{self.class.prefix}#{text.upcase}!"
      end

      module ClassSide
        def prefix
          'hey '
        end
      end
    end
  end
end
