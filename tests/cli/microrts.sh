# For tests of the real microRTS, and of what stands in for it where nothing real is needed.

_fake() { # a microRTS that is none, and a Java: tests/cli/fake_java.sh
    mkdir -p home/launcher bin tmp
    touch home/microrts.jar home/launcher/Launcher.class
    ln -s "$ROOT/tests/cli/fake_java.sh" bin/java
    export PATH="$PWD/bin:$PATH" UNDERSTUDY_MICRORTS="$PWD/home" TMPDIR="$PWD/tmp"
    printf '%s\n' 'microrts 1' 'resources 5 5' map A... .... .... ...B legend 'A Worker 0' 'B Worker 1' > small.map
}

_real() { # the real one, or the test is skipped
    export UNDERSTUDY_MICRORTS=${UNDERSTUDY_MICRORTS:-$ROOT/build/microrts}
    [ -e "$UNDERSTUDY_MICRORTS/launcher/Launcher.class" ] || skip "no real microRTS: make microrts"
    command -v java > /dev/null || skip "no java"
}

_spec() { # NAME PLAYERS OPPONENTS MAPS [MORE [CYCLES]]
    cat > "$1.json" << END
{"experiment": 1, "name": "$1", "domain": "microrts", "max_cycles": ${6:-3000}, "players": [$2],
 "opponents": [$3], "maps": [$4]${5:-}}
END
    run experiment plan "$1.json" --sample 0 --trust
    expect_exit 0
}

_xml() { # FILE: a map of the game's own, 4 x 4
    mkdir -p "${1%/*}"
    cat > "$1" << 'END'
<rts.PhysicalGameState width="4" height="4">
  <terrain>0000000000000000</terrain>
  <players><rts.Player ID="0" resources="5"></rts.Player><rts.Player ID="1" resources="5"></rts.Player></players>
  <units>
    <rts.units.Unit type="Worker" ID="5" player="0" x="1" y="1" resources="0" hitpoints="1"></rts.units.Unit>
    <rts.units.Unit type="Worker" ID="6" player="1" x="3" y="3" resources="0" hitpoints="1"></rts.units.Unit>
  </units>
</rts.PhysicalGameState>
END
}
