# Values from other nodes are plain data, whatever they look like
Notify <<| |>>
