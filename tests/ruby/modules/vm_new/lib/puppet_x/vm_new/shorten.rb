# A method of the module itself.
module PuppetX
  module VmNew
    def self.shorten(text)
      text.length > 8 ? "#{text[0, 8]}..." : text
    end
  end
end
