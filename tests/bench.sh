#!/usr/bin/env bash
# Times whole processes of target/release/toolaria with warm caches, best of several runs, beside what the system's own tools
# need for the same file. Figures of one run compare; those of two machines do not.
# How fast each kind of data is rescued, `python3 tests/needles/speed.py` says: 10 MB each, fixed costs subtracted.
# What the size of a store costs, `target/release/examples/many --folder /dev/shm` says: 100 results against 100,000, some minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly TOOLARIA=$PWD/target/release/toolaria RUNS=7
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Prints the best time of some runs of a command, in milliseconds.
best() {
    local best=999999999 start spent run
    for run in $(seq "$RUNS"); do
        prepare
        start=$(date +%s%N)
        "$@" >out 2>err </dev/null
        spent=$((($(date +%s%N) - start) / 1000))
        [ "$spent" -lt "$best" ] && best=$spent
    done
    awk -v us="$best" 'BEGIN { printf "%.1f ms", us / 1000 }'
}

prepare() { :; }
fresh_store() { rm -rf store; }
toolaria() { "$TOOLARIA" --store "$folder/store" "$@"; }
hash_and_copy() { sha256sum "$1" && cp "$1" copy && sync copy; }

awk 'BEGIN { for (i = 0; i < 140000; i++) printf "2026-03-01T12:%02d:%02dZ INFO worker-%d processed batch %d in %dms\r\n", i / 60 % 60, i % 60, i % 8, i, i % 37 }' |
    head -c 10000000 >log
awk 'BEGIN { printf "["; for (i = 0; i < 21000; i++) printf "%s{\"id\":%d,\"user\":\"user%d\",\"amount\":%.2f,\"status\":\"ok\",\"note\":\"routine settlement batch entry\"}", i ? "," : "", i, i % 97, i * 0.497; printf "]" }' >rows
head -c 20000 log >small

printf '| %-38s | %-10s | %s |\n' "" toolaria "sha256sum, cp, sync"
printf '|---|---|---|\n'
for file in log rows; do
    prepare() { fresh_store; }
    rescue=$(best toolaria rescue "$file")
    plain=$(best hash_and_copy "$file")
    printf '| %-38s | %-10s | %s |\n' "rescue $file, $(stat -c %s "$file") bytes" "$rescue" "$plain"
    prepare() { :; }
    id=$(toolaria --json rescue "$file" | sed 's/.*"id":"\([0-9a-f]*\)".*/\1/')
    printf '| %-38s | %-10s | |\n' "grep without a match in it" "$(best toolaria fetch "$id" --mode grep --pattern 'no match here')"
    printf '| %-38s | %-10s | |\n' "range of it" "$(best toolaria fetch "$id" --mode range --start 7 --count 3)"
    printf '| %-38s | %-10s | |\n' "search in it" "$(best toolaria fetch "$id" --mode search --query 'routine batch')"
done
id=$(toolaria --json rescue small | sed 's/.*"id":"\([0-9a-f]*\)".*/\1/')
printf '| %-38s | %-10s | |\n' "fetch from 20,000 bytes" "$(best toolaria fetch "$id" --mode range --count 3)"
printf '| %-38s | %-10s | |\n' "of that: start, load, check settings" "$(best toolaria definition)"
printf '| %-38s | %-10s | |\n' "of that: start of the program" "$(best toolaria --version)"
