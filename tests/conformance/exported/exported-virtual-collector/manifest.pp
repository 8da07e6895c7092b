# A plain collector does not ask the store, but realizes the node's own exports
@@notify { 'own': }
Notify <| |>
