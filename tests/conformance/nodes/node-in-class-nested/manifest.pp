# Node blocks in nested classes count
class a { class b { node 'n' { notify { 'n': } } } }
