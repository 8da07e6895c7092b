class 7zip { notify { 'init': } }
