# Domains called skirmish that are not what the code expects: refused, with what is missing.

_foreign() { # an edit of the domain in python: d is the domain, g its goals by name
    type python3 > .out/python || skip "there is no python3"
    rm -rf data
    mkdir -p data
    cp -r "$UNDERSTUDY_DATA/domains" data/
    EDIT=$1 python3 - << 'END'
import json, os
path = "data/domains/skirmish/domain.json"
d = json.load(open(path))
g = {goal["name"]: goal for goal in d["goals"]}
exec(os.environ["EDIT"])
json.dump(d, open(path, "w"))
END
}

_play() { # PLAYER
    UNDERSTUDY_DATA=$PWD/data run game play open-1 --p0 "$1" --p1 random --max-cycles 300
}

scripted_players_tell_the_goal_that_they_miss() {
    _foreign 'g["WinWargus"]["params"].update(a="number", b="number", c="number", e="number")'
    _play ai:raid
    expect_stderr_contains 'scripted players of skirmish need the goal "WinWargus" with the parameters seat, which this domain does not have'
    expect_exit 4
    _foreign 'g["BuildUnits"].update(params={}, test="true")'
    _play ai:raid
    expect_stderr_contains 'need the goal "BuildUnits" with the parameters seat, type, number,'
    _foreign 'd["goals"] = [goal for goal in d["goals"] if goal["name"] != "Research"]'
    _play ai:raid
    expect_stderr_contains 'need the goal "Research" with the parameters seat, type,'
    _foreign ''
    sed -i 's/"stable"/"barn"/g' data/domains/skirmish/*.json
    _play ai:land-attack
    expect_stderr_contains '"land-attack" of skirmish needs "stable", which this domain does not have'
    expect_exit 4
    _foreign 'g["Research"]["params"]["why"] = "number?"' # which they need not give
    _play ai:raid
    expect_exit 0
}

who_plays_by_behaviors_knows_seats_alone() {
    _foreign 'g["WinWargus"]["params"]["much"] = "number"'
    _play library:none.db
    expect_stderr_contains 'pursues "WinWargus", the goal of the highest rank: found its parameter "much", expected seats and optional ones'
    _foreign 'g["WinWargus"]["params"]["much"] = "number?"'
    _play library:none.db
    expect_stderr_contains none.db
}

maps_are_made_for_domains_of_skirmish() {
    local resource
    for resource in gold wood; do
        mkdir -p data
        rm -rf data/domains
        cp -r "$UNDERSTUDY_DATA/domains" data/
        sed -i "s/\\b$resource\\b/fish/g" data/domains/skirmish/*.json
        UNDERSTUDY_DATA=$PWD/data run game mapgen --family ridge --seed 1 -o new.map
        expect_stderr_contains "skirmish needs the resource \"$resource\", which the domain does not declare"
        expect_no_file new.map
    done
}
