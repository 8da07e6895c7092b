# A mismatch deep inside a recursive struct
type Tree = Struct[{v=>Integer, Optional[l]=>Tree, Optional[r]=>Tree}]
class c(Tree $x) {}
class { c: x => {v=>1,l=>{v=>2,r=>{v=>'x'}}} }
