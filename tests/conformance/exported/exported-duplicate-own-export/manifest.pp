# The node's own export and one of another node with the same title clash
@@notify { 'same': }
Notify <<| |>>
