#!/bin/bash
# An experiment on a Slurm of two nodes, on this machine: a node dies in the middle and its tasks
# run again; then a shard's process is killed and another is told to end, and the rest is submitted
# again. Each time the merged results are, byte for byte, those of an undisturbed run without Slurm.
# Installs Slurm where that is allowed; exits with 77 where there is none. Program: $UNDERSTUDY.
set -eu
: "${UNDERSTUDY:=bin/understudy}"
root=$(cd "$(dirname "$0")/../.." && pwd)
UNDERSTUDY=$(realpath "$UNDERSTUDY")
export UNDERSTUDY_DATA="$root" PATH="$PATH:/usr/sbin:/sbin"
games=1200 shards=7
base=$(mktemp -d)
work="$base/a node's \"100%\" & more"
mkdir "$work"
export SLURM_CONF="$base/slurm.conf"
daemons=()

ours() { # processes of this cluster: daemons, their helpers, jobs, calls
    grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ 2> /dev/null | tr -dc '0-9\n'
}

alive() { # those of them that are more than a call of ours
    local pid
    for pid in $(ours); do
        case $(cat "/proc/$pid/comm" 2> /dev/null) in slurm* | understudy) echo "$pid" ;; esac
    done
}

clean_up() {
    local pid i
    [ ${#daemons[@]} = 0 ] || timeout 20 scancel --state=PENDING,RUNNING --me 2> /dev/null || true
    for i in {1..50}; do
        [ ${#daemons[@]} != 0 ] && [ -n "$(timeout 5 squeue -h 2> /dev/null)" ] || break
        sleep .2
    done
    for pid in "${daemons[@]}"; do
        kill "$pid" 2> /dev/null || true
    done
    for i in {1..50}; do
        [ -n "$(alive)" ] || break
        sleep .2
    done
    for pid in $(alive); do
        kill -9 "$pid" 2> /dev/null || true
    done
    rm -rf "$base"
}
trap clean_up EXIT

fail() {
    echo "$1"
    [ ! -e "$base/said" ] || tail -n 20 "$base/said"
    tail -n 5 "$base"/*.log 2> /dev/null || true
    exit 1
}

skip() {
    echo "skipped: $1"
    exit 77
}

# ---- the cluster

start_node() { # NAME
    node=$(slurmd -D -N "$1" > "$base/$1.out" 2>&1 & echo $!)
    daemons+=("$node")
}

start_cluster() {
    local host port=$((20000 + $$ % 10000)) user i
    host=$(hostname -s)
    user=$(id -un)
    mkdir "$base/state" "$base/n1" "$base/n2"
    cat > "$SLURM_CONF" << CONF
ClusterName=proof
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/none
CredType=cred/none
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=$base/state
SlurmdSpoolDir=$base/%n
SlurmctldPidFile=$base/controller.pid
SlurmdPidFile=$base/%n.pid
SlurmctldLogFile=$base/controller.log
SlurmdLogFile=$base/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=sched_min_interval=0,sched_interval=2,batch_sched_delay=0,bf_interval=2
ReturnToService=2
SlurmdTimeout=15
MailProg=/bin/true
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 RealMemory=500
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 RealMemory=500
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
    daemons+=("$(slurmctld -D > "$base/controller.out" 2>&1 & echo $!)")
    start_node n1
    start_node n2
    for i in {1..200}; do
        [ "$(sinfo -h -N -t idle -o %N 2> /dev/null | wc -l)" = 2 ] && return
        sleep .1
    done
    [ "$(id -u)" = 0 ] || skip "a Slurm of this user's own does not start"
    fail "the cluster does not start: $(cat "$base"/*.out)"
}

wait_queue() { # until no job is left; tasks that are to run again later run now
    local end=$((SECONDS + 400)) job
    while squeue -h -r -o '%i' > "$base/queue" && [ -s "$base/queue" ]; do
        [ $SECONDS -lt $end ] || fail "jobs that never end: $(squeue)"
        for job in $(squeue -h -r -t PENDING -o '%i|%r' | sed -n 's/|BeginTime$//p'); do
            scontrol update "JobId=$job" StartTime=now > "$base/said" 2>&1 || true
        done
        sleep .5
    done
}

tasks_on() { # NODE...: the first process of each of their tasks: "PID PARENT SHARD"
    local pid parent shard node
    ps -ww -eo pid=,ppid=,args= | awk -v base="$base/" '
        index($0, " experiment work ") && index($0, base) && match($0, /--shard [0-9]+/) {
            parent[$1] = $2
            shard[$1] = substr($0, RSTART + 8, RLENGTH - 8)
        }
        END {
            for (pid in parent)
                if (!(parent[pid] in parent))
                    print pid, parent[pid], shard[pid]
        }' > "$base/workers"
    while read -r pid parent shard; do
        for node; do
            ! grep -qzsxF "SLURMD_NODENAME=$node" "/proc/$pid/environ" ||
                echo "$pid $parent $shard"
        done
    done < "$base/workers"
}

# ---- experiments

understudy() { # ARGUMENT...: what it says goes to "said"; its exit is given
    local code=0
    "$UNDERSTUDY" experiment "$@" > "$base/said" 2>&1 || code=$?
    return $code
}

submit() { # DIR
    understudy submit "$1" --engine slurm --shards $shards --json || fail "$1 is not submitted"
    jobs=$(sed -nE 's/.*"work":"([0-9]+)".*/\1/p' "$base/said")
    [ -n "$jobs" ] || fail "no number of a job"
}

played() { # DIR: result lines
    cat "$1"/results/*.jsonl 2> /dev/null | wc -l
}

wait_middle() { # DIR: about a fifth is played
    local end=$((SECONDS + 200))
    while [ "$(played "$1")" -lt $((games / 5)) ]; do
        [ $SECONDS -lt $end ] || fail "nothing is played: $(squeue)"
        sleep .1
    done
}

check() { # DIR WHAT: as without Slurm, no game lost, none counted twice
    cmp "$work/local/results.jsonl" "$1/results.jsonl" || fail "$2: other results"
    local lines ids
    lines=$(grep -c '"end"' "$1/results.jsonl")
    ids=$(sed -nE 's/.*"game":"([0-9a-f]{16})".*/\1/p' "$1/results.jsonl" | sort -u | wc -l)
    [ "$lines" = $games ] && [ "$ids" = $games ] || fail "$2: $lines lines of $ids games"
    echo "$2: $games of $games games, merged as without Slurm; $(played "$1") lines were written"
}

plan() {
    cat > "$work/spec.json" << SPEC
{"experiment": 1, "name": "proof", "domain": "skirmish", "seed": 7,
 "players": ["expert:knights", "expert:siege"], "opponents": ["ai:turtle"],
 "maps": ["open-1", "choke-1"], "games": $((games / 8)), "max_cycles": 20000}
SPEC
    cd "$work"
    understudy plan spec.json -o local --sample 0 || fail "no plan"
    cp -r local node
    cp -r local kill
    understudy run local -j 2 || fail "no run"
}

# A node is gone: its daemon, the helpers of its tasks, and those.
kill_node() {
    local pid stepd shard killed=0
    tasks_on n2 > "$base/tasks"
    kill -9 "$node" # that of n2, the last that was started
    while read -r pid stepd shard; do
        kill -9 "$stepd"
        kill -9 -- "-$pid" # the whole task: the shard's process and its workers
        killed=$((killed + 1))
    done < "$base/tasks"
    [ $killed -gt 0 ] || fail "node n2 had nothing to do"
    echo "node n2 is dead, with $killed tasks, when $(played node) of $games games are played"
}

lose_a_node() {
    local again
    submit node
    wait_middle node
    kill_node
    mkdir "$base/then"
    cp node/results/*.jsonl "$base/then"
    scontrol update NodeName=n2 State=DOWN Reason=killed
    start_node n2
    wait_queue
    local file
    for file in "$base/then"/*.jsonl; do # whole lines stay as they were
        sed -n '$!p' "$file" > "$base/before"
        head -c "$(stat -c %s "$base/before")" "node/results/${file##*/}" |
            cmp - "$base/before" || fail "results were lost"
    done
    again=$(scontrol show job "$jobs" | grep -c "Restarts=1 ")
    [ "$again" -gt 0 ] || fail "no task ran again"
    check node "$again tasks ran again"
}

lose_processes() {
    local pid stepd shard first= second=
    submit kill
    wait_middle kill
    tasks_on n1 n2 > "$base/tasks"
    while read -r pid stepd shard; do
        if [ -z "$first" ]; then
            first=$shard
            kill -9 "$pid"
        else
            second=$shard
            # It asks again until the task is gone, and then complains that it is.
            scancel --batch --signal=TERM "${jobs}_$shard" > "$base/said" 2>&1 || true
            break
        fi
    done < "$base/tasks"
    [ -n "$second" ] || fail "fewer than two shards were at work"
    wait_queue
    grep -q "interrupted: .* games are played" "kill/slurm/work-${jobs}_$second.out" ||
        fail "shard $second does not say that it was interrupted"
    local code=0
    understudy merge kill || code=$?
    [ $code = 3 ] || fail "exit $code where games are missing"
    understudy status kill || fail "no status"
    grep -qE "^  shard $first +[0-9]+ of +[0-9]+   failed on n[12] " "$base/said" ||
        fail "no word of shard $first"
    echo "shard $first killed with -9, shard $second told to end: $(played kill) of $games games"
    submit kill
    grep -q '"tasks":2,' "$base/said" || fail "other shards were submitted again"
    wait_queue
    check kill "two shards ended early, submitted again"
    understudy verify kill --sample 20 -j 2 || fail "games don't go as they went"
}

sh "$root/tools/setup.sh" slurm > "$base/setup" 2>&1 ||
    skip "there is no Slurm, and it can't be installed here"
plan
start_cluster
lose_a_node
lose_processes
clean_up
trap - EXIT
[ -z "$(alive)" ] || { echo "something still runs: $(alive)"; exit 1; }
