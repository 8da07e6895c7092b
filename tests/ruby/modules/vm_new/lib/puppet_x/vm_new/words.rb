# Helpers for words: a module with functions, and one that a third file defines.
require File.join(File.dirname(__FILE__), 'shorten.rb')

module PuppetX
  module VmNew
    module Words
      LIMIT = 12

      module_function

      def title(text)
        text.split.map(&:capitalize).join(' ')
      end
    end
  end
end
