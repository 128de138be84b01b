#!/bin/sh
# setup.sh PURPOSE...: see to it that the tools of each purpose are there.
# Purposes: build test figures lint asan tsan fuzz slurm studio browser site.
#
# When all is there it says nothing and asks no package manager. What is missing is installed by
# apt-get where that is allowed (root, or sudo without a password); elsewhere the command is
# printed and the exit is 2. UNDERSTUDY_SETUP=check never installs. A package that is only wanted is
# installed likewise, but nothing fails without it.
set -eu

: "${CC:=cc}"
missing= wanted=

need() { # DEBIAN-PACKAGE CHECK...: the package is missing when the check fails
    package=$1
    shift
    if ! "$@" > /dev/null 2>&1; then
        case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
    fi
}

want() { # DEBIAN-PACKAGE CHECK...: the same, but it may stay away
    package=$1
    shift
    "$@" > /dev/null 2>&1 || wanted="$wanted $package"
}

has() {
    command -v "$1"
}

has_header() {
    printf '#include <%s>\n' "$1" | cc -E -
}

links_with() { # COMPILER FLAG: a trial program links
    trial=$(mktemp) && printf '%s\n' "$3" | "$1" "$2" -x c -o "$trial" -
    code=$?
    rm -f "$trial"
    return $code
}

check() { # PURPOSE: fills $missing
    case $1 in
        build)
            need gcc has cc
            need libc6-dev has_header stdio.h
            need binutils has ar
            need pkg-config has pkg-config
            need libzstd-dev has_header zstd.h
            need libexpat1-dev has_header expat.h
            need zlib1g-dev has_header zlib.h
            need libcjson-dev has_header cjson/cJSON.h
            need libsqlite3-dev has_header sqlite3.h
            need libgsl-dev has_header gsl/gsl_cdf.h
            want gnuplot-nox has gnuplot # figures of reports
            ;;
        test)
            check build
            need libcunit1-dev has_header CUnit/CUnit.h
            ;;
        lint)
            check test
            need clang-format has clang-format
            need clang-tidy has clang-tidy
            need cppcheck has cppcheck
            ;;
        asan)
            check test
            need libgcc-12-dev links_with cc -fsanitize=address,undefined 'int main(void){return 0;}'
            ;;
        tsan)
            check test
            need libgcc-12-dev links_with cc -fsanitize=thread 'int main(void){return 0;}'
            ;;
        figures)
            need gnuplot-nox has gnuplot
            need graphviz has dot
            ;;
        fuzz)
            check build
            need clang has clang
            need libclang-rt-14-dev links_with clang -fsanitize=fuzzer \
                'int LLVMFuzzerTestOneInput(const char *d, unsigned long n){(void)d; return n > 9;}'
            ;;
        studio) # its server
            check build
            need libwebsockets-dev has_header libwebsockets.h
            ;;
        site) # pages of the docs, and of the C library
            need doxygen has doxygen
            need python3-sphinx /usr/bin/python3 -c 'import sphinx'
            need python3-myst-parser /usr/bin/python3 -c 'import myst_parser'
            need furo /usr/bin/python3 -c 'import furo'
            ;;
        browser) # what tests of the studio's pages look through
            check studio
            need chromium has chromium
            need chromium-driver has chromedriver
            need python3 has /usr/bin/python3
            need python3-selenium /usr/bin/python3 -c 'import selenium'
            ;;
        slurm) # a cluster of its own, for tests/proof/slurm.sh
            need slurm-wlm has sbatch
            need slurm-wlm has slurmctld
            need slurm-wlm has slurmd
            ;;
        *)
            echo "setup.sh: no purpose '$1'" >&2
            exit 2
            ;;
    esac
}

# The same things under the names of other systems.
other_names() {
    for package in $missing; do
        case $package in
            gcc) echo "  a C17 compiler       Fedora: gcc                  Arch: gcc" ;;
            libc6-dev) echo "  the C headers        Fedora: glibc-devel          Arch: glibc" ;;
            binutils) echo "  ar and nm            Fedora: binutils             Arch: binutils" ;;
            pkg-config) echo "  pkg-config           Fedora: pkgconf-pkg-config   Arch: pkgconf" ;;
            libzstd-dev) echo "  zstd 1.4 or later    Fedora: libzstd-devel        Arch: zstd" ;;
            libexpat1-dev) echo "  expat 2.4 or later   Fedora: expat-devel          Arch: expat" ;;
            libcjson-dev) echo "  cJSON 1.7            Fedora: cjson-devel          Arch: cjson" ;;
            libgsl-dev) echo "  GSL 2.7 or later     Fedora: gsl-devel            Arch: gsl" ;;
            libsqlite3-dev)
                echo "  SQLite 3.38 or later Fedora: sqlite-devel         Arch: sqlite" ;;
            zlib1g-dev) echo "  zlib                 Fedora: zlib-devel           Arch: zlib" ;;
            libcunit1-dev) echo "  CUnit 2.1-3          Fedora: CUnit-devel          Arch: cunit" ;;
            clang-format | clang-tidy)
                echo "  $package 14      Fedora: clang-tools-extra    Arch: clang" ;;
            slurm-wlm) echo "  Slurm                Fedora: slurm                Arch: slurm-llnl" ;;
            cppcheck) echo "  cppcheck             Fedora: cppcheck             Arch: cppcheck" ;;
            libgcc-12-dev)
                echo "  the sanitizers       Fedora: libasan libubsan libtsan  Arch: gcc-libs" ;;
            gnuplot-nox) echo "  gnuplot 5 or later   Fedora: gnuplot-minimal      Arch: gnuplot" ;;
            libwebsockets-dev)
                echo "  libwebsockets 4.0    Fedora: libwebsockets-devel  Arch: libwebsockets" ;;
            clang) echo "  clang                Fedora: clang                Arch: clang" ;;
            libclang-rt-14-dev)
                echo "  clang's runtimes     Fedora: compiler-rt          Arch: compiler-rt" ;;
        esac
    done
}

all_there() {
    missing= wanted=
    for purpose in $purposes; do
        check "$purpose"
    done
    [ -z "$missing" ]
}

give_up() { # WHY
    echo "Missing:$missing" >&2
    [ -z "$1" ] || echo "$1" >&2
    exit 2
}

may_install() { # sets $as_root
    [ "${UNDERSTUDY_SETUP:-}" != check ] && has apt-get > /dev/null 2>&1 || return 1
    as_root=
    [ "$(id -u)" = 0 ] && return 0
    as_root="sudo -n"
    has sudo > /dev/null 2>&1 && sudo -n true 2> /dev/null
}

apt() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@"
}

purposes="$*"
if all_there; then
    # shellcheck disable=SC2086
    if [ -n "$wanted" ] && may_install; then
        echo "Installing:$wanted" >&2
        apt install -y --no-install-recommends $wanted < /dev/null > /dev/null 2>&1 ||
            echo "That did not work; it goes on without." >&2
    fi
    exit 0
fi

install="apt-get install -y --no-install-recommends$missing$wanted"
if ! has apt-get > /dev/null 2>&1; then
    echo "These are missing, and only apt-get can be called here. Please install:" >&2
    other_names >&2
    exit 2
elif [ "${UNDERSTUDY_SETUP:-}" = check ]; then
    give_up "To install: sudo $install"
elif ! may_install; then
    give_up "Run this, then try again: sudo apt-get update && sudo $install"
fi

echo "Installing:$missing$wanted" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The lists may be absent or old: then the first try fails and the second has new ones.
# shellcheck disable=SC2086
if ! apt install -y --no-install-recommends $missing $wanted < /dev/null > "$log" 2>&1; then
    apt update < /dev/null > "$log" 2>&1 || true
    apt install -y --no-install-recommends $missing $wanted < /dev/null >> "$log" 2>&1 || {
        tail -n 20 "$log" >&2
        give_up "That did not work. Run this, then try again: $install"
    }
fi
hash -r
all_there || give_up "They were installed and are still not found. Is another compiler in the way?"
