# Likeness to a model, on the command line.

_played() { # MODEL: an experiment of three players, played
    cat > k.json << END
{"experiment": 1, "name": "k", "players": ["expert:rush", "expert:economy", "ai:raid"], "model": "$1",
 "opponents": ["ai:passive"], "maps": ["open-1", "ridge-1"], "max_cycles": 1500}
END
    run experiment plan k.json --sample 0
    expect_exit 0
    run experiment run k -j 2
    expect_exit 0
}

likeness_to_a_player_without_goals_is_none() {
    _played expert:rush
    run experiment compare k --sheet likeness
    expect_exit 0
    expect_stdout_matches '^expert:economy +expert:rush +[0-9]+( +[01]\.[0-9]+){6}$'
    expect_stdout_matches '^ai:raid +expert:rush +[0-9]+ +(0\.[0-9]+ +){2}(0|1)\.[0-9]+ +- +- +-$'
    run experiment compare k --json
    expect_stdout_matches '"player":"ai:raid".*"goals":null,"goals_low":null,"goals_high":null'
    run experiment compare k
    expect_stdout_contains 'Likeness of "ai:raid": goals are not compared, because "ai:raid" pursues no goal in these games.'
    expect_stdout_lacks 'Likeness of "expert:economy": goals are not compared'
}

a_model_without_goals_has_none_like_it() {
    _played ai:raid
    run experiment compare k
    expect_stdout_contains 'Likeness of "expert:rush": goals are not compared, because "ai:raid" pursues no goal in these games.'
    run experiment compare k --sheet likeness
    expect_stdout_matches '^expert:rush +ai:raid +[0-9]+ .* +- +- +-$'
}
