# Completion of marotte in fish. The program itself computes the candidates.
function __marotte_complete
    set -l words (commandline --current-process --tokenize --cut-at-cursor) (commandline --current-token --cut-at-cursor)
    set -l current (commandline --current-token --cut-at-cursor)
    for line in (command $words[1] __complete fish $words[2..-1] 2> /dev/null)
        switch $line
            case \tfiles
                __fish_complete_path $current
            case \tdirectories
                __fish_complete_directories $current ''
            case '*'
                printf '%s\n' $line
        end
    end
end
complete --command marotte --no-files --keep-order --arguments '(__marotte_complete)'
