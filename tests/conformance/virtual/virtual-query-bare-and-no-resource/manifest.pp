# A word beside a condition goes unnoticed where there is nothing to ask
Notify <| title == a and b |>
