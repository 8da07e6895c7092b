# Two nodes that export the same title clash where both are collected
Notify <<| |>>
