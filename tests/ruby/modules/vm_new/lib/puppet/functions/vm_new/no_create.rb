# A file without a function.
module PuppetX
end
