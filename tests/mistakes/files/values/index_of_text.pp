$a = {'x' => 1}
notice($a.x)
