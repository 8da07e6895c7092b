class one { notify { 'one': } }
