# tree export, tree import: pictures, and XML of BehaviorTree.CPP 4.

_rounds() {
    cat > rounds.brl << 'END'
brl 1

tree Walk(to: cell, most: number = 3) {
    do retry 3 timeout 90 go: act move(cell: to)
}

tree Rounds {
    slot n: number = 0
    do repeat sequence {
        set n = n + 1
        check n < 9 or gold(self) > 10
        call Walk(to: (3, 4))
    }
}
END
}

trees_go_to_xml_and_back() {
    _rounds
    run tree export rounds.brl -o a.xml
    expect_exit 0
    expect_stdout_empty
    grep -qF '<Timeout msec="3000">' a.xml || fail "no time in milliseconds"
    grep -qF '<Check code="n &lt; 9 or gold(self) &gt; 10"/>' a.xml || fail "no condition"
    grep -qF '<SubTree ID="Walk" to="(3, 4)"/>' a.xml || fail "no subtree"
    grep -qF '<input_port name="most" type="number" default="3"/>' a.xml || fail "no model"
    run tree import a.xml
    expect_exit 0
    expect_stdout_is "$(cat rounds.brl)"
    stdout > b.brl
    run tree export b.brl
    stdout > b.xml
    expect_same_file a.xml b.xml
}

an_item_comes_with_what_it_calls() {
    _rounds
    run tree export rounds.brl Walk
    expect_exit 0
    expect_stdout_contains 'main_tree_to_execute="Walk"'
    expect_stdout_lacks 'BehaviorTree ID="Rounds"'
    run tree export rounds.brl Rounds
    expect_stdout_contains 'BehaviorTree ID="Walk"'
}

what_xml_has_no_node_for_is_refused_with_its_place() {
    printf 'brl 1\n\ntree T {\n    do choose {\n        limit 3 act stop()\n        act stand()\n    }\n}\n' > t.brl
    run tree export t.brl
    expect_refusal 't.brl:4:8: choose has no counterpart in BehaviorTree.CPP'
    run tree export t.brl --lossy
    expect_exit 0
    expect_stdout_contains '<Control ID="choose" brl="choose">'
    expect_stdout_contains '<Decorator ID="limit" brl="limit 3">'
    printf 'brl 1\n\nbehavior "b" achieves DefeatPlayer(player: enemy) {\n    do act stop()\n}\n' > b.brl
    run tree export b.brl
    expect_refusal 'b.brl:3:1: item "b" is no tree'
    run tree export b.brl --format svg
    expect_refusal 'expected --format xml or dot, found "svg"'
}

names_are_escaped_wherever_xml_has_them() {
    printf 'brl 1\n\nbehavior "a & <b>" achieves DefeatPlayer(player: enemy) {\n    do act stop()\n}\n' > b.brl
    run tree export b.brl --lossy -o b.xml
    expect_exit 0
    grep -qF '<BehaviorTree ID="a &amp; &lt;b&gt;">' b.xml || fail "no tree of that name"
    grep -qF '<SubTree ID="a &amp; &lt;b&gt;"/>' b.xml || fail "no model of that name"
}

a_file_of_another_kind_is_not_replaced() {
    _rounds
    cp rounds.brl kept.brl
    run tree export rounds.brl -o rounds.brl
    expect_refusal 'rounds.brl: cannot write: expected a new file, or XML to replace, found another file'
    expect_same_file rounds.brl kept.brl
    run tree export rounds.brl -o a.xml
    expect_exit 0
    run tree export rounds.brl --format dot -o a.xml
    expect_refusal 'a.xml: cannot write: expected a new file, or a picture for Graphviz to replace'
    run tree export rounds.brl Walk -o a.xml
    expect_exit 0
    run tree import a.xml -o a.xml
    expect_refusal 'a.xml: cannot write: expected a new file, or a file of behaviors to replace'
    grep -qF 'BehaviorTree ID="Walk"' a.xml || fail "a.xml was replaced"
    run tree import a.xml -o kept.brl
    expect_exit 0
    run tree export rounds.brl --format dot -o a.dot
    run tree export rounds.brl --format dot -o a.dot
    expect_exit 0
}

xml_that_is_too_deep_says_so() {
    {
        printf '<root BTCPP_format="4"><BehaviorTree ID="T">'
        for i in {1..70}; do printf '<Inverter>'; done
        printf '<AlwaysSuccess/>'
        for i in {1..70}; do printf '</Inverter>'; done
        printf '</BehaviorTree></root>'
    } > t.xml
    run tree import t.xml
    expect_refusal 'more than 64 nodes above one another; move some of them to a tree'
}

what_is_wrong_in_xml_has_its_place() {
    printf '<root BTCPP_format="4">\n  <BehaviorTree ID="T">\n    <Fallbak/>\n  </BehaviorTree>\n</root>\n' > t.xml
    run tree import t.xml
    expect_refusal 't.xml:3:5: no node is called "Fallbak"; did you mean "Fallback"?'
    printf '<root BTCPP_format="4"><Behavior' > t.xml
    run tree import t.xml -o t.brl
    expect_refusal 't.xml:1:'
    expect_no_file t.brl
    run tree import none.xml
    expect_refusal none.xml
}

a_picture_has_shapes_labels_and_the_order_of_children() {
    _rounds
    run tree export rounds.brl --format dot
    expect_exit 0
    expect_stdout_contains 'ordering="out"'
    expect_stdout_contains 'label="tree Walk"'
    expect_stdout_contains '[shape="box", label="go: act move(cell: to)"]'
    expect_stdout_contains 'n1_1 -> n1_2;'
    command -v dot > /dev/null || return 0
    stdout > t.dot
    run_command dot -Tsvg t.dot
    expect_exit 0
    expect_stderr_empty
}

the_domain_and_the_main_tree_come_back() {
    printf 'brl 1 arena\n\ntree Load {\n    do act reload()\n}\n\ntree Rest {\n    do act stand()\n}\n\n' > a.brl
    printf 'tree Main {\n    do sequence {\n        call Load()\n        call Load()\n    }\n}\n' >> a.brl
    run tree export a.brl Main -o e1.xml
    expect_exit 0
    grep -qF 'main_tree_to_execute="Main" domain="arena"' e1.xml || fail "main tree or domain are not there"
    run tree import e1.xml -o b.brl
    expect_exit 0
    [ "$(head -n 1 b.brl)" = "brl 1 arena" ] || fail "it is of another domain"
    run tree export b.brl -o e2.xml
    expect_same_file e1.xml e2.xml
    run tree export a.brl # two that nobody calls
    expect_stdout_lacks main_tree_to_execute
    sed -i 's/execute="Main"/execute="Zzz"/' e1.xml
    run tree import e1.xml
    expect_refusal 'no tree is called "Zzz", which main_tree_to_execute names'
    sed -i 's/ domain="arena"//' e2.xml
    run tree import e2.xml
    expect_refusal 'e2.xml:4:5: no node is called "reload"'
    expect_refusal '(actions are those of skirmish)'
}

what_changes_nothing_is_read_in_xml() {
    cat > k.xml << 'END'
<root BTCPP_format="4" project_name="P">
  <BehaviorTree ID="A" _favorite="true">
    <Sequence>
      <SubTree ID="B" _autoremap="false" _collapsed="true"/>
      <Script code="@k := true"/>
      <ScriptCondition code="!@k"/>
    </Sequence>
  </BehaviorTree>
  <BehaviorTree ID="B">
    <stop/>
  </BehaviorTree>
</root>
END
    run tree import k.xml
    expect_exit 0
    expect_stdout_contains 'check not k'
    sed -i 's/_autoremap="false"/_autoremap="true"/' k.xml
    run tree import k.xml
    expect_refusal 'k.xml:4:7: _autoremap is not known here'
}

unknown_nodes_are_named_at_once_mapped_or_replaced() {
    cat > n.xml << 'END'
<root BTCPP_format="4">
  <BehaviorTree ID="Patrol">
    <Repeat num_cycles="3">
      <Fallback>
        <Condition ID="IsQuiet" level="{loud}" _failureIf="n &gt; 2"/>
        <GoTo cell="(3, 4)"/>
        <Wait/>
        <Wait/>
      </Fallback>
    </Repeat>
  </BehaviorTree>
</root>
END
    run tree import n.xml
    expect_refusal 'n.xml:5:9: no nodes are called "IsQuiet", "GoTo", "Wait" (actions are those of skirmish)'
    run tree import n.xml --map GoTo=move --map Wait=stand
    expect_refusal 'n.xml:5:9: no node is called "IsQuiet"'
    run tree import n.xml --map GoTo=move --map Wait=stand --stub
    expect_exit 0
    expect_stderr_contains 'n.xml: warning: stubs stand for "IsQuiet"'
    expect_stdout_is 'brl 1

tree Patrol(n: number) {
    do repeat 3 rounds joined selector {
        sequence {
            check not n > 2
            IsQuiet: act stop()
        }
        act move(cell: (3, 4))
        act stand()
        act stand()
    }
}'
    run tree import n.xml --map GoTo=move --map Run=move --stub
    expect_refusal '--map: no node of the file that could be an action is called "Run"'
    run tree import n.xml --map GoTo=mov --stub
    expect_refusal '--map: skirmish has no action "mov"'
    run tree import n.xml --map GoTo --stub
    expect_refusal 'expected --map NAME=ACTION, found "GoTo"'
    sed -i 's:<Wait/>:<Wait><stop/></Wait>:' n.xml
    run tree import n.xml --map GoTo=move --stub
    expect_refusal 'no node is called "Wait" (with children)'
}

what_behaves_otherwise_is_refused_or_taken_with_a_warning() {
    cat > o.xml << 'END'
<root BTCPP_format="4">
  <BehaviorTree ID="Main">
    <Parallel>
      <stop name="a" _onHalted="n := 1"/>
      <RunOnce><stop name="b"/></RunOnce>
      <SubTree ID="U"/>
    </Parallel>
  </BehaviorTree>
  <BehaviorTree ID="U">
    <SequenceWithMemory><stop/><stop/></SequenceWithMemory>
  </BehaviorTree>
</root>
END
    run tree import o.xml
    expect_refusal 'o.xml:4:7: _onHalted runs a script after a halt; --approximate takes it all the same'
    run tree import o.xml --approximate
    expect_exit 0
    expect_stderr_contains 'o.xml:4:7: warning: _onHalted runs a script after a halt'
    expect_stderr_contains 'o.xml:5:7: warning: RunOnce is skipped after its first end'
    expect_stderr_contains 'o.xml:10:5: warning: SequenceWithMemory in a SubTree keeps its place from call to call'
    expect_stdout_contains 'once b: act stop()'
}

a_value_that_is_written_beside_a_line_is_seen_in_the_next_tick() {
    cat > r.xml << 'END'
<root BTCPP_format="4">
  <BehaviorTree ID="Main">
    <Sequence>
      <Script code="n := 0"/>
      <ReactiveSequence>
        <ScriptCondition code="n == 0"/>
        <Sequence><stop name="a"/><Script code="n += 1"/><stop name="b"/></Sequence>
      </ReactiveSequence>
    </Sequence>
  </BehaviorTree>
</root>
END
    run tree import r.xml -o r.brl
    expect_exit 0
    run tree run r.brl
    expect_exit 0
    expect_stdout_contains 'failure after 2 cycles'
    sed -i 's/memory scan/memory none/' r.brl
    run tree run r.brl
    expect_stdout_contains 'failure after 1 cycle'
}

export_warns_of_what_behaves_otherwise() {
    printf 'brl 1\n\ntree T {\n    do retry 3 sequence memory latch {\n        act stop()\n        repeat act stand()\n    }\n}\n' > w.brl
    run tree export w.brl -o w.xml
    expect_exit 0
    expect_stderr_contains 'w.brl:4:8: warning: retry: BehaviorTree.CPP begins the next round'
    expect_stderr_contains 'w.brl:4:16: warning: sequence memory latch: SequenceWithMemory also keeps its place'
    grep -qF '<RetryUntilSuccessful num_attempts="3" _rounds="apart">' w.xml || fail "no rounds"
    grep -qF '<KeepRunningUntilFailure>' w.xml || fail "no loop"
    run tree import w.xml
    expect_stdout_is "$(cat w.brl)"
    sed -i 's/ _rounds="apart"//; s/ _memory="latch"//' w.xml
    run tree import w.xml -o j.brl
    expect_exit 0
    grep -qF 'do retry 3 rounds joined sequence memory keep {' j.brl || fail "not as there"
    run tree export j.brl
    expect_exit 0
    expect_stderr_empty
}
