# Words of the Ruby interface
hostclass :a do
end
