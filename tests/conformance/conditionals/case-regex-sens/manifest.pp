# extra
case "ABC" { /b/: { notify { "cs": } } /(?i)b/: { notify { "ci": message => $0 } } }
