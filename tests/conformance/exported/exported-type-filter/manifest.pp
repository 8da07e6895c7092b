# Only resources of the collector's type are collected
File <<| |>>
