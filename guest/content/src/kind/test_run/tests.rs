use super::*;

/// What is said of a text: its label, and for each failure the line that is shown and why.
fn told(text: &str) -> (String, Vec<(String, String)>) {
    let view = View::of(text);
    let section = view.main_section();
    assert_eq!(section.kind, Kind::TestRun, "{text}");
    let likeness = likeness(&view, &section);
    let oddity = |oddity: &Oddity| (view.line(view.line_at(oddity.at)).trim().to_owned(), oddity.reason.clone());
    (likeness.label, likeness.oddities.iter().map(oddity).collect())
}

fn tells(text: &str, label: &str, failures: &[(&str, &str)]) {
    let (found, oddities) = told(text);
    assert_eq!(found, format!("test-run {label}"));
    let oddities: Vec<(&str, &str)> = oddities.iter().map(|(line, reason)| (line.as_str(), reason.as_str())).collect();
    assert_eq!(oddities, failures);
}

#[test]
fn pytest_with_dots_and_sections() {
    tells(
        "============================= test session starts ==============================\n\
         platform linux -- Python 3.12\ncollected 5 items\n\ntests/test_a.py ..F.s                                  [100%]\n\n\
         =================================== FAILURES ===================================\n\
         ________________________________ TestA.test_x[1] _______________________________\n\n    def test_x(self):\n\
         >       assert f(1) == 3\nE       assert 2 == 3\nE        +  where 2 = f(1)\n\ntests/test_a.py:12: AssertionError\n\
         =========================== short test summary info ============================\n\
         FAILED tests/test_a.py::TestA::test_x[1] - assert 2 == 3\n\
         ==================== 1 failed, 3 passed, 1 skipped in 0.12s ====================\n",
        "3 passed, 1 failed, 1 skipped",
        &[("E       assert 2 == 3", "fails: tests/test_a.py::TestA::test_x[1] at tests/test_a.py:12")],
    );
}

#[test]
fn pytest_by_test_and_a_chain() {
    tells(
        "tests/test_a.py::test_y PASSED [ 50%]\ntests/test_a.py::test_x FAILED [100%]\n=================== FAILURES ===================\n\
         ____________________ test_x ____________________\nE   KeyError: 'a'\n\na.py:3: KeyError\n\n\
         During handling of the above exception, another exception occurred:\n\nE   ValueError: no a\n\nb.py:4: ValueError\n\
         1 failed, 1 passed in 0.12s\n",
        "1 passed, 1 failed",
        &[("E   ValueError: no a", "fails: tests/test_a.py::test_x at b.py:4")],
    );
}

#[test]
fn unittest() {
    tells(
        "test_a (t.T.test_a) ... ok\ntest_b (t.T.test_b) ... FAIL\n\n\
         ======================================================================\nFAIL: test_b (t.T.test_b)\n\
         ----------------------------------------------------------------------\nTraceback (most recent call last):\n  \
         File \"/x/t.py\", line 9, in test_b\n    self.assertEqual(1, 2)\nAssertionError: 1 != 2\n\n\
         ----------------------------------------------------------------------\nRan 2 tests in 0.001s\n\nFAILED (failures=1)\n",
        "1 passed, 1 failed",
        &[("AssertionError: 1 != 2", "fails: test_b (t.T.test_b) at /x/t.py:9")],
    );
}

#[test]
fn cargo() {
    tells(
        "running 3 tests\ntest a::x ... ok\ntest a::y ... FAILED\ntest a::z ... ignored\n\nfailures:\n\n---- a::y stdout ----\n\
         thread 'a::y' (12) panicked at src/lib.rs:10:5:\nassertion `left == right` failed\n  left: 1\n right: 2\n\n\
         failures:\n    a::y\n\ntest result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
        "1 passed, 1 failed, 1 skipped",
        &[("assertion `left == right` failed", "fails: a::y at src/lib.rs:10:5 (left: 1, right: 2)")],
    );
}

#[test]
fn nextest() {
    tells(
        "    Starting 2 tests across 1 binary\n        PASS [   0.005s] (1/2) a m::x\n        FAIL [   0.006s] (2/2) a m::y\n\
         ────────────\n     Summary [   0.010s] 2 tests run: 1 passed, 1 failed, 0 skipped\n        FAIL [   0.006s] (2/2) a m::y\n",
        "1 passed, 1 failed",
        &[("FAIL [   0.006s] (2/2) a m::y", "fails: a m::y")],
    );
}

#[test]
fn go() {
    let plain =
        "--- FAIL: TestB (0.00s)\n    b_test.go:7: got 3, want 4\nFAIL\nFAIL\tx/b\t0.010s\nok  \tx/a\t0.002s\nFAIL\n";
    tells(plain, "0 passed, 1 failed", &[("b_test.go:7: got 3, want 4", "fails: TestB at b_test.go:7")]);
    tells(
        "=== RUN   TestA\n    a_test.go:3: fine\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n    b_test.go:6: setting up\n    \
         b_test.go:7: got 3, want 4\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tx/b\t0.010s\n",
        "1 passed, 1 failed",
        &[("b_test.go:7: got 3, want 4", "fails: TestB at b_test.go:7")],
    );
}

#[test]
fn jest() {
    tells(
        "PASS src/a.test.js\nFAIL src/b.test.js\n  Suite\n    ✓ works (5 ms)\n    ✕ adds (3 ms)\n\n  ● Suite › adds\n\n    \
         expect(received).toBe(expected) // Object.is equality\n\n    Expected: 3\n    Received: 4\n\n      10 |\n    > 12 | x\n\n      \
         at Object.<anonymous> (src/b.test.js:12:15)\n\nTest Suites: 1 failed, 1 passed, 2 total\n\
         Tests:       1 failed, 5 passed, 6 total\nTime:        1.2 s\n",
        "5 passed, 1 failed",
        &[(
            "expect(received).toBe(expected) // Object.is equality",
            "fails: src/b.test.js › Suite › adds at src/b.test.js:12:15 (Expected: 3, Received: 4)",
        )],
    );
}

#[test]
fn vitest() {
    tells(
        " ✓ src/a.test.ts (3 tests) 5ms\n ❯ src/b.test.ts (2 tests | 1 failed) 10ms\n   × s > adds 5ms\n     → expected 1 to be 2\n\n\
         ⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯\n\n FAIL  src/b.test.ts > s > adds\nAssertionError: expected 1 to be 2\n ❯ src/b.test.ts:12:15\n\n \
         Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 4 passed (5)\n",
        "4 passed, 1 failed",
        &[("AssertionError: expected 1 to be 2", "fails: src/b.test.ts > s > adds at src/b.test.ts:12:15")],
    );
}

#[test]
fn mocha() {
    tells(
        "  S\n    ✔ works\n    1) adds\n\n\n  1 passing (3ms)\n  1 failing\n\n  1) S\n       adds:\n\n      \
         AssertionError [ERR_ASSERTION]: 1 == 2\n      + expected - actual\n\n      at Context.<anonymous> (test/b.js:12:14)\n",
        "1 passed, 1 failed",
        &[("AssertionError [ERR_ASSERTION]: 1 == 2", "fails: S › adds at test/b.js:12:14")],
    );
}

#[test]
fn maven() {
    tells(
        "[INFO] Running com.x.FooTest\n[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! - in com.x.FooTest\n\
         [ERROR] com.x.FooTest.testBar  Time elapsed: 0.01 s  <<< FAILURE!\n\
         org.opentest4j.AssertionFailedError: expected: <1> but was: <2>\n\
         \tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)\n\tat com.x.FooTest.testBar(FooTest.java:12)\n\n\
         [ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE\n",
        "1 passed, 1 failed",
        &[(
            "org.opentest4j.AssertionFailedError: expected: <1> but was: <2>",
            "fails: com.x.FooTest.testBar at FooTest.java:12",
        )],
    );
}

#[test]
fn gradle() {
    tells(
        "FooTest > a() PASSED\n\nFooTest > b() FAILED\n    org.opentest4j.AssertionFailedError: expected: <1>\n        \
         at app//FooTest.b(FooTest.java:12)\n\n2 tests completed, 1 failed\n",
        "1 passed, 1 failed",
        &[("org.opentest4j.AssertionFailedError: expected: <1>", "fails: FooTest > b() at FooTest.java:12")],
    );
}

#[test]
fn tap() {
    tells(
        "TAP version 13\n1..3\nok 1 - a\nnot ok 2 - b\n  ---\n  message: 'expected 1'\n  at: 'test/b.js:3:4'\n  ...\nok 3 - c # SKIP\n",
        "1 passed, 1 failed, 1 skipped",
        &[("message: 'expected 1'", "fails: b at test/b.js:3:4")],
    );
}

#[test]
fn rspec_and_minitest() {
    tells(
        "..F\n\nFailures:\n\n  1) Foo adds\n     Failure/Error: expect(x).to eq(3)\n\n       expected: 3\n            got: 4\n     \
         # ./spec/x_spec.rb:12:in 'block'\n\nFinished in 0.1 seconds\n3 examples, 1 failure\n\nrspec ./spec/x_spec.rb:12 # Foo adds\n",
        "2 passed, 1 failed",
        &[("Failure/Error: expect(x).to eq(3)", "fails: Foo adds at ./spec/x_spec.rb:12 (expected: 3, got: 4)")],
    );
    tells(
        "Run options: --seed 1\n\n..F\n\n  1) Failure:\nFooTest#test_bar [test/foo_test.rb:12]:\nExpected: 3\n  Actual: 4\n\n\
         3 runs, 3 assertions, 1 failures, 0 errors, 0 skips\n",
        "2 passed, 1 failed",
        &[("Expected: 3", "fails: FooTest#test_bar at test/foo_test.rb:12 (Actual: 4)")],
    );
}

#[test]
fn gtest_and_dotnet() {
    tells(
        "[==========] Running 2 tests from 1 test suite.\n[ RUN      ] Foo.A\n[       OK ] Foo.A (0 ms)\n[ RUN      ] Foo.B\n\
         foo.cc:12: Failure\nExpected equality\n[  FAILED  ] Foo.B (0 ms)\n[==========] 2 tests ran.\n[  PASSED  ] 1 test.\n\
         [  FAILED  ] 1 test, listed below:\n[  FAILED  ] Foo.B\n",
        "1 passed, 1 failed",
        &[("foo.cc:12: Failure", "fails: Foo.B at foo.cc:12")],
    );
    tells(
        "  Failed N.T.A [5 ms]\n  Error Message:\n   Assert.Equal() Failure\n  Stack Trace:\n     at N.T.A() in /x/T.cs:line 9\n\n\
         Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3\n",
        "2 passed, 1 failed",
        &[("Assert.Equal() Failure", "fails: N.T.A")],
    );
}

#[test]
fn a_green_run_is_calm() {
    for text in [
        "running 2 tests\ntest error_is_told ... ok\ntest b ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 ignored\n",
        "ok  \tx/a\t0.002s\nok  \tx/b\t(cached)\n?   \tx/c\t[no test files]\n",
        "1..5\nok 1 - a\nok 2 - b\nok 3 - c\nok 4 - d\nok 5 - error\n",
        "tests/test_error.py ..                    [100%]\n\n============== 2 passed in 0.12s ==============\n",
    ] {
        assert_eq!(told(text).1, [], "{text}");
    }
}

#[test]
fn what_only_speaks_of_tests_is_none() {
    for text in [
        "# Readme\n\nRun `cargo test`:\n\n```\ntest result: ok. 2 passed; 0 failed\n```\n\nand so on\nand on\n",
        "The tests passed yesterday.\n2 failed in May.\n",
        "✓ built in 3s\n✓ done\n",
    ] {
        assert!(!detect(text), "{text}");
    }
}

#[test]
fn many_alike_are_one_and_the_rare_one_comes_first() {
    let mut text = "=================== FAILURES ===================\n".to_owned();
    for number in 0..40 {
        let message = if number == 30 { "assert 1 == 2" } else { "ConnectionError: refused" };
        text.push_str(&format!("____________ test_{number} ____________\nE   {message}\n\na.py:{number}: Error\n"));
    }
    text.push_str("==== 40 failed in 1.2s ====\n");
    tells(
        &text,
        "0 passed, 40 failed",
        &[
            ("E   assert 1 == 2", "fails: test_30 at a.py:30"),
            ("E   ConnectionError: refused", "39 tests fail alike, first test_0 at a.py:0"),
        ],
    );
}

#[test]
fn both_sides_of_a_difference_and_the_last_cause_are_told() {
    tells(
        "FAIL ./a.test.js\n  ✕ b\n\n  ● a › b\n\n    expect(received).toEqual(expected)\n\n    - Expected  - 1\n    + Received  + 1\n\n      Object {\n                 \"grams\": 9,\n    -   \"seal\": 1,\n    +   \"seal\": 2,\n      }\n\n      at Object.toEqual (a.test.js:5:8)\n\n         Tests:       1 failed, 2 passed, 3 total\n",
        "2 passed, 1 failed",
        &[(
            "expect(received).toEqual(expected)",
            "fails: ./a.test.js › a › b at a.test.js:5:8 (-   \"seal\": 1, +   \"seal\": 2)",
        )],
    );
    tells(
        "[INFO] Running x.T\n[ERROR] x.T.a -- Time elapsed: 0.008 s <<< ERROR!\njava.lang.RuntimeException: refused\n         \tat x.T.a(T.java:7)\nCaused by: java.io.IOException: closed\n\tat x.U.b(U.java:8)\nCaused by: x.Y: no date\n\t... 2 more\n\n         [ERROR] Tests run: 3, Failures: 0, Errors: 1, Skipped: 0\n",
        "2 passed, 1 error",
        &[("java.lang.RuntimeException: refused", "fails: x.T.a at T.java:7 (cause: x.Y: no date)")],
    );
}

#[test]
fn skipped_tests_are_named_with_what_is_said_of_them() {
    let text = "a.py::b PASSED   [ 50%]\na.py::c SKIPPED (no server)    [100%]\n=== 1 passed, 1 skipped in 0.12s ===\n";
    let view = View::of(text);
    let summary = likeness(&view, &view.main_section()).summary;
    assert_eq!(summary[1], "skipped: a.py::c SKIPPED (no server) [100%] (line 1)");
}
