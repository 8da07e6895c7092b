# Completion of marotte in bash. The program itself computes the candidates.
_marotte() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            $'\tfiles')
                compopt -o filenames
                mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$2")
                ;;
            $'\tdirectories')
                compopt -o filenames
                mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$2")
                ;;
            *=)
                compopt -o nospace
                COMPREPLY+=("$line")
                ;;
            *)
                COMPREPLY+=("$line")
                ;;
        esac
    done < <("${1/#\~\//$HOME/}" __complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2> /dev/null)
}
complete -F _marotte marotte
