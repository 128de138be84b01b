#!/bin/sh
# version.sh NUMBER DATE KIND [FORMER]: print what base/version.c is told, as a C header. The commit
# is git's; where git is there and can't tell (a clone that belongs to somebody else), it is that
# of the header FORMER.
set -eu
commit=
if [ -e .git ]; then # else the folder is no clone, though one may lie around it
    commit=$(GIT_OPTIONAL_LOCKS=0 git describe --always --dirty --abbrev=12 --exclude '*' \
        2> /dev/null) ||
        commit=$(sed -n 's/^#define US_VERSION_COMMIT "\(.*\)"$/\1/p' "${4:-/dev/null}" \
            2> /dev/null) || commit=
fi
printf '#define US_VERSION "%s"\n#define US_VERSION_DATE "%s"\n' "$1" "$2"
printf '#define US_VERSION_COMMIT "%s"\n#define US_VERSION_KIND "%s"\n' "$commit" "$3"
