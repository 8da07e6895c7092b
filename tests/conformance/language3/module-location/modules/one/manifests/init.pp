class other { notify { 'other': } }
class one { notify { 'one': } }
class one::deep { notify { 'deep': } }
