package dev.waggle.cli.command.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The example {@code ask.py} with connections that break and solves that fail. */
@Timeout(120)
class AskScriptTest {

    private static final String STARTED = ScriptedConnections.json(202, "{\"run\": \"run_1\"}");
    private static final String FINISHED = ScriptedConnections.json(200,
            "{\"status\": \"finished\", \"result\": {\"answer\": \"Buy time – für ein Jahr\"}}");
    private static final String END = "event: end\ndata: {}\n\n";

    @TempDir
    private Path folder;

    @Test
    void aBrokenStreamGoesOnAfterTheLastWholeEntry() throws Exception {
        try (ScriptedConnections server = new ScriptedConnections(STARTED,
                ScriptedConnections.broken(
                        entry(1, "a") + ":\n\n" + entry(2, "b") + "id: 3\nevent: entry\ndata: {\"ty"),
                ScriptedConnections.broken(entry(3, "c") + "id: 4\n"),
                ScriptedConnections.ended(entry(4, "d")),
                ScriptedConnections.ended(entry(5, "e") + "event: event\ndata: {}\n\n" + END), FINISHED)) {
            try (AskScript script = ask(server)) {
                assertThat(script.code()).isZero();
                assertThat(script.answer()).isEqualTo("Buy time – für ein Jahr\n");
                assertThat(script.lines()).containsExactly("a", "b", "c", "d", "e");
            }
            assertThat(server.requests().subList(1, 5)).extracting(AskScriptTest::lastId)
                    .containsExactly("0", "2", "3", "4");
        }
    }

    @Test
    void anEndBetweenTwoConnectionsIsNoticed() throws Exception {
        try (ScriptedConnections server = new ScriptedConnections(STARTED, ScriptedConnections.broken(entry(1, "a")),
                ScriptedConnections.json(204, ""), FINISHED); AskScript script = ask(server)) {
            assertThat(script.code()).isZero();
            assertThat(script.answer()).startsWith("Buy time");
        }
    }

    @Test
    void aServerThatEndsOrIsBusyIsAskedAgain() throws Exception {
        try (ScriptedConnections server = new ScriptedConnections(STARTED, "", ScriptedConnections.json(503, "{}"),
                ScriptedConnections.json(429, "{}"), ScriptedConnections.ended(entry(1, "a") + END), FINISHED);
                AskScript script = ask(server)) {
            assertThat(script.code()).isZero();
            assertThat(script.lines()).containsExactly("a");
        }
    }

    @Test
    void aStreamWithoutProgressIsGivenUp() throws Exception {
        try (ScriptedConnections server = new ScriptedConnections(STARTED, ScriptedConnections.broken(":\n\n"));
                AskScript script = ask(server)) {
            assertThat(script.code()).isEqualTo(1);
            assertThat(script.lines()).hasSize(1);
            assertThat(server.requests()).hasSize(6);
        }
    }

    @Test
    void aFailedSolveIsToldWithItsReason() throws Exception {
        try (ScriptedConnections server = new ScriptedConnections(STARTED,
                ScriptedConnections.ended("event: failed\ndata: {}\n\n"),
                ScriptedConnections.json(200, "{\"status\": \"failed\", \"failure\": \"there is no key\"}"));
                AskScript script = ask(server)) {
            assertThat(script.code()).isEqualTo(1);
            assertThat(script.answer()).isEmpty();
            assertThat(script.lines()).containsExactly("no answer: there is no key");
        }
    }

    @Test
    void aRefusalIsToldAndNotRepeated() throws Exception {
        try (ScriptedConnections server = new ScriptedConnections(STARTED,
                ScriptedConnections.json(409, "{\"detail\": \"the run failed before its first entry\"}"));
                AskScript script = ask(server)) {
            assertThat(script.code()).isEqualTo(1);
            assertThat(script.lines()).singleElement().asString().contains("409", "failed before its first entry");
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void anOrderThatNobodyTakesIsToldInOneLine() throws Exception {
        ScriptedConnections server = new ScriptedConnections(STARTED);
        server.close();
        try (AskScript script = ask(server)) {
            assertThat(script.code()).isEqualTo(1);
            assertThat(script.lines()).singleElement().asString().containsIgnoringCase("refused");
        }
    }

    private AskScript ask(ScriptedConnections server) throws IOException, InterruptedException {
        return AskScript.start(folder, server.url(), "wgl_1", "Which?");
    }

    private static String entry(int id, String type) {
        return "id: " + id + "\nevent: entry\ndata: {\"type\": \"" + type + "\"}\n\n";
    }

    private static String lastId(String request) {
        String name = "last-event-id: ";
        return request.lines().filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name))
                .map(line -> line.substring(name.length())).findFirst().orElse("none");
    }
}
