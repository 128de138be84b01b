# experiment submit and what experiment status says of jobs, with an sbatch and an squeue of our
# own. tests/proof/slurm.sh does the same with the real ones.

_spec() { # a small experiment of 24 games in FOLDER
    cat > spec.json << 'SPEC'
{"experiment": 1, "name": "t", "domain": "skirmish", "seed": 1, "players": ["ai:worker-rush",
 "ai:land-attack"], "opponents": ["random"], "maps": ["open-1"], "games": 6, "max_cycles": 1500}
SPEC
    "$UNDERSTUDY" experiment plan spec.json -o "$1" --sample 0 > .out/plan 2>&1 ||
        fail "no plan: $(cat .out/plan)"
}

# A Slurm whose jobs run at once, where sbatch is called; with fake/hold they stay in the queue.
# fake/calls has a line a call, fake/words the words of each, fake/queue what squeue says.
_slurm() {
    mkdir fake
    touch fake/calls fake/words fake/queue
    cat > fake/sbatch << 'SBATCH'
#!/bin/bash
here=$(dirname "$0")
[ ! -e "$here/refuse" ] || { cat "$here/refuse" >&2; exit 1; }
echo call >> "$here/calls"
job=$((100 + $(wc -l < "$here/calls")))
printf '%s\n' "$@" >> "$here/words"
[ -e "$here/loud" ] && echo "sbatch: warning: the site is busy" >&2
echo "$job"
[ ! -e "$here/hold" ] || exit 0
tasks=
for word; do
    case $word in --array=*) tasks=${word#--array=} ;; esac
    script=$word
done
if [ -z "$tasks" ]; then
    sh "$script" > "$here/out" 2>&1
    exit 0
fi
IFS=,
for range in ${tasks%\%*}; do
    for ((i = ${range%-*}; i <= ${range#*-}; i++)); do
        [ "$i" != "$(cat "$here/lost" 2> /dev/null)" ] || continue
        SLURM_ARRAY_TASK_ID=$i sh "$script" > "$here/out" 2>&1
    done
done
exit 0
SBATCH
    cat > fake/squeue << 'SQUEUE'
#!/bin/bash
here=$(dirname "$0")
[ ! -e "$here/silent" ] || { echo "slurm_load_jobs error: Unable to contact slurm controller" >&2; exit 1; }
printf '%s\n' "$*" >> "$here/asked"
cat "$here/queue"
SQUEUE
    chmod +x fake/sbatch fake/squeue
    PATH=$PWD/fake:$PATH
}

_library() { # DEMONSTRATION: one more in lib.db
    "$UNDERSTUDY" learn "$ROOT/domains/skirmish/demos/$1.jsonl" -o lib.db > .out/made 2>&1 ||
        fail "no library: $(cat .out/made)"
}

_submit() { # DIR OPTION...
    local folder=$1
    shift
    run experiment submit "$folder" --engine slurm "$@"
}

an_experiment_is_played_and_merged_by_jobs() {
    _slurm
    _spec e
    cp -r e local
    _submit e --shards 5 --at-once 3 -j 2 --time 30 --option --partition=short
    expect_exit 0
    expect_stdout_contains "job 101 plays 24 games: 5 of 5 shards have some left"
    expect_stdout_contains "job 102 merges the results when it has ended"
    expect_stderr_empty
    local word
    for word in --requeue --open-mode=append --cpus-per-task=2 --time=30 --partition=short \
        --signal=B:TERM@60 --array=0-4%3 --dependency=afterany:101 --cpus-per-task=1; do
        grep -qxF -e "$word" fake/words || fail "sbatch was not told $word"
    done
    run experiment run local -j 1
    expect_exit 0
    expect_same_file e/results.jsonl local/results.jsonl
    run_command cat e/slurm/jobs.json
    expect_stdout_is '{"engine":"slurm","shards":5,"work":"101","merge":"102","cluster":""}'
    _submit e --shards 5
    expect_exit 0
    expect_stdout_contains "all games are played"
    expect_no_file fake/asked
    [ "$(wc -l < fake/calls)" = 2 ] || fail "something was submitted where nothing was left"
}

submitting_again_leaves_out_shards_that_are_done() {
    _slurm
    _spec e
    echo 2 > fake/lost
    _submit e --shards 8
    expect_exit 0
    run experiment status e
    expect_stdout_contains "slurm job 101: 7 of 8 shards are done"
    expect_stdout_matches '^  shard 2 +0 of +4   not in the queue$'
    expect_stdout_contains "experiment submit goes on with them"
    run experiment merge e
    expect_exit 3
    rm fake/lost
    _submit e --shards 8 --json
    expect_exit 0
    expect_stdout_contains '{"left":4,"shards":8,"tasks":1,"work":"103","merge":"104",'
    grep -qxF -e --array=2 fake/words || fail "more than shard 2 was submitted"
    run experiment merge e
    expect_exit 0
    run experiment verify e --sample 24 -j 2
    expect_exit 0
}

other_numbers_of_shards_go_on_with_what_is_there() {
    _slurm
    _spec e
    cp -r e local
    echo 1 > fake/lost
    _submit e --shards 3
    _submit e --shards 24 --dry-run
    expect_stdout_contains " --array=1,3,8,10 "
    rm fake/lost
    _submit e --shards 2
    expect_exit 0
    run experiment run local -j 2
    expect_same_file e/results.jsonl local/results.jsonl
}

any_path_will_do() {
    _slurm
    mkdir "it's a \"50%\" \$HOME & more"
    cd "it's a \"50%\" \$HOME & more" || fail "no folder"
    mkdir .out
    _spec "the 'e'"
    cp -r "the 'e'" local
    _submit "the 'e'" --shards 3
    expect_exit 0
    run experiment run local -j 1
    expect_same_file "the 'e'/results.jsonl" local/results.jsonl
    grep -qF "a \"50%%\" \$HOME & more/the 'e'/slurm/work-%A_%a.out" ../fake/words ||
        fail "a % of the path is left to Slurm"
    mkdir 'back\slash'
    mv local 'back\slash/e'
    rm 'back\slash/e/results/run.jsonl'
    _submit 'back\slash/e'
    expect_refusal 'Slurm can'"'"'t write into a folder with "\" in its path'
}

a_dry_run_says_commands_that_can_be_typed() {
    _slurm
    _spec "an e"
    _submit "an e" --shards 2 --option "--comment=two words" --dry-run
    expect_exit 0
    expect_stdout_lines 2
    expect_stdout_contains "sbatch --requeue --cpus-per-task=1 '--comment=two words' --parsable"
    expect_stdout_contains "--dependency=afterany:JOB"
    expect_file "an e/slurm/work.sh"
    expect_no_file "an e/slurm/jobs.json"
    [ ! -s fake/calls ] || fail "something was submitted"
    touch fake/hold
    head -n 1 .out/stdout > typed
    run_command sh typed
    expect_stdout_is 101
    tail -n 1 fake/words > last
    expect_file "$(cat last)"
}

who_has_no_slurm_is_told_so() {
    _spec e
    PATH=/usr/nowhere run_command "$UNDERSTUDY" experiment submit e --engine slurm
    expect_refusal "sbatch is not in PATH" 5
    run experiment submit e --engine pbs
    expect_refusal '--engine: expected slurm, found "pbs"; for others see experiment work'
    run experiment submit e
    expect_refusal "experiment submit: needs --engine NAME"
    run experiment submit . --engine slurm
    expect_refusal "expected the folder of an experiment"
}

what_sbatch_refuses_is_said_and_nothing_is_noted() {
    _slurm
    _spec e
    printf 'sbatch: error: invalid partition specified: fast\nsbatch: error: Batch job submission failed\n' > fake/refuse
    _submit e --option --partition=fast
    expect_refusal "sbatch refuses: sbatch: error: invalid partition specified: fast; sbatch: error: Batch job submission failed" 1
    expect_no_file e/slurm/jobs.json
    rm fake/refuse
    touch fake/loud
    _submit e
    expect_exit 0
    expect_stderr_contains "the site is busy"
    rm -rf e fake/loud
    _spec e
    printf '#!/bin/sh\necho welcome\n' > fake/sbatch
    _submit e
    expect_refusal 'sbatch: expected the number of a job, found "welcome' 1
    expect_stderr_contains "a job may have been submitted, see squeue --name=t"
    printf '#!/bin/sh\necho 101\nkill -9 $$\n' > fake/sbatch
    _submit e
    expect_refusal "sbatch: signal 9: a job may have been submitted, see squeue --name=t" 1
    printf '#!/bin/sh\nexec yes\n' > fake/sbatch
    _submit e
    expect_refusal "sbatch: no end of words: a job may have been submitted, see squeue --name=t" 1
}

jobs_in_the_queue_are_not_submitted_again() {
    _slurm
    touch fake/hold
    _spec e
    _submit e --shards 4
    expect_exit 0
    printf '101_1|RUNNING|n1|None\n101_0|COMPLETED|n1|None\n101_2|PENDING||Resources\n101_3|NODE_FAIL|n2|x\n102|PENDING||Dependency\n' > fake/queue
    run experiment work e --shard 0/4 -j 1
    expect_exit 0
    run experiment status e
    expect_exit 0
    expect_stdout_contains "t: 6 of 24 games played"
    expect_stdout_contains "slurm job 101: 1 of 4 shards are done"
    expect_stdout_matches '^  shard 1 +0 of +6   running on n1$'
    expect_stdout_matches '^  shard 3 +0 of +6   node fail on n2 \(x\)$'
    expect_stdout_contains "  1 shards wait for their turn"
    expect_stdout_contains "  merge is job 102: pending (Dependency)"
    grep -qF -e "--jobs=101,102 --states=all" fake/asked || fail "squeue was asked otherwise"
    run experiment status e --json
    expect_stdout_contains '"slurm":{"answers":true,"work":{"job":"101"},"merge":{"job":"102","state":"PENDING"'
    expect_stdout_contains '{"shard":1,"games":6,"played":0,"state":"RUNNING","node":"n1"'
    _submit e --shards 4
    expect_refusal 'its jobs wait or run: wait for them, or end them with "scancel 101 102"' 1
    : > fake/queue
    _submit e --shards 4
    expect_exit 0
    expect_stdout_contains "job 103 plays 18 games: 3 of 4 shards have some left"
}

without_an_answer_the_rest_of_the_status_stands() {
    _slurm
    touch fake/hold
    _spec e
    _submit e --shards 2
    touch fake/silent
    run experiment status e
    expect_exit 0
    expect_stdout_contains "t: 0 of 24 games played"
    expect_stdout_contains "slurm job 101: 0 of 2 shards are done"
    expect_stdout_contains "the jobs' states are not known: squeue: slurm_load_jobs error: Unable to contact"
    PATH=/usr/nowhere run_command "$UNDERSTUDY" experiment status e --json
    expect_exit 0
    expect_stdout_contains '"answers":false'
    expect_stdout_contains '{"shard":1,"games":12,"played":0}'
    echo '{"engine":"slurm","shards":0,"work":"1","merge":"2","cluster":""}' > e/slurm/jobs.json
    run experiment status e
    expect_exit 0
    expect_stderr_contains 'e/slurm/jobs.json:1:'
    expect_stdout_lacks slurm
    echo '{"engine":"slurm","shards":2,"work":"1 --me","merge":"2","cluster":""}' > e/slurm/jobs.json
    run experiment status e
    expect_stderr_contains '"work": expected the number of a job'
    rm fake/silent
    _submit e
    expect_refusal '"work": expected the number of a job'
}

who_is_at_work_on_it_keeps_others_out() {
    command -v python3 > /dev/null || skip "no python3"
    _slurm
    _spec e
    run_command python3 -c '
import fcntl, subprocess, sys
f = open("e/lock", "a+")
fcntl.lockf(f, fcntl.LOCK_EX)
sys.exit(subprocess.run(sys.argv[1:]).returncode)' "$UNDERSTUDY" experiment submit e --engine slurm
    expect_refusal "another run is at work here" 3
    [ ! -s fake/calls ] || fail "it was submitted nevertheless"
}

a_library_that_changed_is_not_submitted() {
    _slurm
    _library rush-open-1
    cat > spec.json << 'SPEC'
{"experiment": 1, "name": "t", "domain": "skirmish", "players": ["library:lib.db"],
 "opponents": ["random"], "maps": ["open-1"], "games": 2, "max_cycles": 1000}
SPEC
    "$UNDERSTUDY" experiment plan spec.json -o e --sample 0 > .out/plan 2>&1 ||
        fail "no plan: $(cat .out/plan)"
    _library rush-choke-1
    _submit e
    expect_refusal "is not what it was" 4
    [ ! -s fake/calls ] || fail "it was submitted nevertheless"
}

each_folder_of_the_data_is_told_to_the_jobs_by_its_full_path() {
    mkdir mine
    _slurm
    touch fake/hold
    _spec e
    UNDERSTUDY_DATA=mine:nowhere:$ROOT _submit e --shards 2
    expect_exit 0
    grep -qxF "UNDERSTUDY_DATA=$PWD/mine:nowhere:$ROOT" e/slurm/work.sh ||
        fail "found $(grep DATA= e/slurm/work.sh)"
}
