# Two titles that come to the same namevar
owned { 'abc': }
owned { 'ABC': }
