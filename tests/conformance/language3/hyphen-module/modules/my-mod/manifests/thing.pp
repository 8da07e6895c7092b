define my-mod::thing() { notify { $name: } }
