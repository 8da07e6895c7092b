class two { notify { 'two': } }
