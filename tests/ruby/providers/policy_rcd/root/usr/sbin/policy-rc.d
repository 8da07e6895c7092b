#!/bin/bash
[[ "$1" == "apache2" ]] && exit 101
[[ "$1" == "gone" ]] && exit 101
