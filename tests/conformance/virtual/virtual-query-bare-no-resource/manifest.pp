# A query that is a mere word goes unnoticed where there is nothing to ask
Notify <| a |>
