# case on types and on undef
case 5 { Integer[1,3]: { notice('low') } Integer: { notice('int') } }
case undef { undef: { notice('u') } }
case '' { undef: { notice('u') } default: { notice('d') } }
