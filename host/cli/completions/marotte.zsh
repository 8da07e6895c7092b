#compdef marotte
# Completion of marotte in zsh. The program itself computes the candidates.
_marotte() {
    local line
    local -a values unfinished
    while IFS= read -r line; do
        case $line in
            ($'\tfiles') _files ;;
            ($'\tdirectories') _files -/ ;;
            (*=) unfinished+=("$line") ;;
            (*) values+=("$line") ;;
        esac
    done < <("${${(Q)words[1]}/#\~\//$HOME/}" __complete zsh "${(@Q)words[2,CURRENT]}" 2> /dev/null)
    (( ${#values} )) && _describe -V value values
    (( ${#unfinished} )) && compadd -S '' -- "${unfinished[@]}"
    return 0
}
if [[ $funcstack[1] == _marotte ]]; then
    _marotte "$@"
else
    compdef _marotte marotte
fi
