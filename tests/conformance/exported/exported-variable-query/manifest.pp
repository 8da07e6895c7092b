# Variables and interpolation are evaluated where the collector is written
$want = 'two'
Notify <<| message == $want |>>
Notify <<| message == "${want}-x" |>>
