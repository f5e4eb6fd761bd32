package dev.waggle.cli;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Suggestions for mistyped commands and options. */
class NearestNameTest {

    @ParameterizedTest
    @CsvSource({"dmeo, demo", "slove, solve", "explian, explain", "sovle --thresold 0.7, solve", "replya x, replay",
        "log shwo x, show", "log rdeact x, redact", "signals lsit, list", "signals inbx ada, inbox",
        "memory forgte, forget", "token crate, create", "demo --thresold 0.7, --threshold",
        "decide x --thresold=0.7, --threshold", "log show x --josn, --json", "solve x --max-ronuds 3, --max-rounds",
        "log show x --form x, --format", "--versoin, --version"})
    void theNearestNameIsSuggested(String arguments, String name) {
        CommandRun run = CommandRun.of(arguments.split(" "));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).endsWith(" - Maybe " + name + "?\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"frobnicate", "x", "test", "log frobnicate", "signals xyz", "demo --steer", "demo --zzzz",
        "-q", "log show x -q"})
    void nothingFarFetchedIsSuggested(String arguments) {
        CommandRun run = CommandRun.of(arguments.split(" "));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(" - See waggle").endsWith(" --help.\n").doesNotContain("Maybe");
    }
}
