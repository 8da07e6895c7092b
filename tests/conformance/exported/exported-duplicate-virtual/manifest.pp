# Even a virtual resource that nobody realizes clashes with one of the store
@notify { 'same': }
Notify <<| |>>
