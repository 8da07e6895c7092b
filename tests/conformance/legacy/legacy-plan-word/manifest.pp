# plan is a word where a value may stand
$plan = plan
notify { 'r': message => [$plan, 'x'] }
