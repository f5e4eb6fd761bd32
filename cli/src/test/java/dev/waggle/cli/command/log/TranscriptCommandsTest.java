package dev.waggle.cli.command.log;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle log tree}, {@code waggle log play} and {@code --format}, on two harnesses that run at the same time. */
class TranscriptCommandsTest {

    @TempDir
    private Path folder;

    private final List<LogEntry> entries = new ArrayList<>();
    private String file = "";

    @BeforeEach
    void record() {
        file = folder.resolve("harness.jsonl").toString();
        say("s1", null, "ada", "run-1", "harness:start", "{\"input\":{}}");
        say("s2", "s1", "ada", "run-1", "text:delta", "{\"content\":\"Hel\"}");
        say("s3", null, "bob", "run-1", "harness:start", "{\"input\":{}}");
        say("s4", "s3", "bob", "run-1", "text:delta", "{\"content\":\"Ho\\n\\u001b[2J\"}");
        say("s5", "s2", "ada", "run-1", "text:delta", "{\"content\":\"lo\"}");
        say("s6", "s5", "ada", "run-1", "tool:call", "{\"id\":\"t1\",\"name\":\"grep\",\"input\":{\"q\":1}}");
        say("s7", null, "ada", "run-1", "checkpoint:asked", "{}");
        say("s8", "s6", "ada", "run-1", "tool:result", "{\"id\":\"t1\",\"result\":null,\"error\":\"denied\"}");
        say("s9", "gone", "bob", "run-2", "harness:end", "{\"output\":{\"content\":\"Ho\"},\"durationMs\":1.50}");
        JournalExcerpt.write(Path.of(file), entries);
    }

    /** Scenario 56 of the harness. */
    @Test
    void aTreeShowsWhatCausedWhatAndEverySignalOnce() {
        CommandRun tree = CommandRun.of("log", "tree", file);

        assertThat(tree.code()).isZero();
        assertThat(tree.out().lines()).containsExactly("#1 harness:start (ada)", "└─ #2 text:delta (ada)",
                "   └─ #5 text:delta (ada)", "      └─ #6 tool:call (ada)", "         └─ #8 tool:result (ada)",
                "#3 harness:start (bob)", "└─ #4 text:delta (bob)", "#7 checkpoint:asked (ada)",
                "#9 harness:end (bob)");
        assertThat(CommandRun.of("log", "tree", file, "--run", "run-2").out()).isEqualTo("#9 harness:end (bob)\n");
    }

    /** Scenario 56 of the harness. */
    @Test
    void aChainLeadsFromTheFirstCauseToASignal() {
        CommandRun chain = CommandRun.of("log", "tree", file, "--signal", "s6");

        assertThat(chain.out().lines()).hasSize(4).first().asString().contains("harness:start");
        assertThat(chain.out().lines().toList().getLast()).contains("tool:call", "grep");
        CommandRun unknown = CommandRun.of("log", "tree", file, "--signal", "nope");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("holds no signal \"nope\"").hasLineCount(1);
        assertThat(CommandRun.of("log", "tree", file, "--run", "nope").err()).contains("holds no run \"nope\"");
    }

    @Test
    void answersHangBelowWhatTheyAnswerOnRequest() {
        String demo = folder.resolve("demo.jsonl").toString();
        CommandRun.of("demo", "crossing", "--log", demo);

        List<String> alone = CommandRun.of("log", "tree", demo).out().lines().toList();
        List<String> replies = CommandRun.of("log", "tree", demo, "--replies").out().lines().toList();

        assertThat(replies).hasSameSizeAs(alone).anyMatch(line -> line.matches("├─ #\\d+ challenge \\(rail\\)"));
        assertThat(alone).anyMatch(line -> line.matches("#\\d+ challenge \\(rail\\)"));
    }

    /** Scenarios 31 and 33 of the harness. */
    @Test
    void theStateAtAPlaceKeepsAgentsApart() {
        CommandRun shown = CommandRun.of("log", "play", file, "--at", "8");

        assertThat(shown.code()).isZero();
        assertThat(shown.out()).contains("after 8 of 9 entries", "ada is running", "said in 2 pieces: Hello",
                "error tool t1 grep {\"q\":1} -> denied", "bob is running", "said in 1 piece: Ho ")
                .doesNotContain("\u001b");
        assertThat(CommandRun.of("log", "play", file, "--at", "0").out())
                .isEqualTo("after 0 of 9 entries\nsignals: none\n");
        assertThat(CommandRun.of("log", "play", file, "--at", "99").out()).contains("after 9 of 9", "bob is idle");
    }

    @Test
    void theStateAtACheckpointIsJsonForPrograms() {
        CommandRun shown = CommandRun.of("log", "play", file, "--at-checkpoint", "asked", "--json");

        assertThat(JsonText.read(shown.out())).isInstanceOfSatisfying(JsonValue.Obj.class, state -> assertThat(
                state.fields()).containsEntry("seq", JsonValue.of(7)).containsEntry("atIndex", JsonValue.of(6))
                .containsKeys("harness", "agents", "custom", "signalCounts"));
        assertThat(shown.out()).contains("\"status\":\"pending\"").hasLineCount(1);
        CommandRun unknown = CommandRun.of("log", "play", file, "--at-checkpoint", "answered");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("no checkpoint \"answered\"", "Maybe one of: asked.");
        assertThat(CommandRun.of("log", "play", file, "--at", "-1").code()).isEqualTo(2);
        assertThat(CommandRun.of("log", "play", file, "--at", "1", "--at-checkpoint", "asked").code()).isEqualTo(2);
    }

    /** Scenario 31 of the harness. */
    @Test
    void linesOfAPipeLeadThePlayer() {
        CommandRun played = CommandRun.fed("""
                step 2

                back
                next tool:*
                previous harness:*
                next nothing
                goto 8
                checkpoint asked
                checkpoint none
                rewind
                end
                quit
                step
                """, "log", "play", file);

        assertThat(played.err()).isEmpty();
        assertThat(played.code()).isZero();
        assertThat(played.out().lines().map(line -> line.substring(0, Math.min(line.length(), 4)))).containsExactly(
                "0/9 ", "2/9 ", "3/9 ", "2/9 ", "6/9 ", "3/9 ", "no l", "8/9 ", "7/9 ", "no c", "0/9 ", "9/9 ");
    }

    @Test
    void aLineThatIsNotUnderstoodIsToldAndTheNextOneFollowed() {
        CommandRun played = CommandRun.fed("jump\nstep x\nstep 0\nnext \nstep\n", "log", "play", file);

        assertThat(played.code()).isEqualTo(2);
        assertThat(played.err()).hasLineCount(4).contains("unknown: jump", "got \"x\"", "got \"0\"", "not be blank");
        assertThat(played.out().lines()).hasSize(2);
    }

    @Test
    void programsReadAStateForEveryLine() {
        CommandRun played = CommandRun.fed("step 9\nnext x\nhelp\nback 2\n", "log", "play", file, "--json", "--run",
                "run-1");

        assertThat(played.out().lines()).hasSize(3)
                .allSatisfy(line -> assertThat(JsonText.read(line)).isInstanceOf(JsonValue.Obj.class));
        assertThat(played.out().lines().toList().getLast()).contains("\"seq\":6,", "\"total\":8,");
        assertThat(played.err()).contains("no later entry matches x", "goto SEQ");
    }

    /** Scenario 55 of the harness. */
    @Test
    void aTemplateSaysHowEntriesAreWritten() {
        String format = "{{ signal.seq }} {{ signal.name }} {{signal.by}}/{{signal.source}} {{ signal.id }}"
                + " <{{ signal.payload.content }}> {{ signal.time }}{{ signal.nothing }}";

        CommandRun shown = CommandRun.of("log", "show", file, "--type", "text:*", "--format", format);
        assertThat(shown.out().lines()).containsExactly("2 text:delta ada/ada s2 <Hel> 2026-03-01T12:00:00Z",
                "4 text:delta bob/bob s4 <Ho\\n\\u001b[2J> 2026-03-01T12:00:00Z",
                "5 text:delta ada/ada s5 <lo> 2026-03-01T12:00:00Z");
        assertThat(CommandRun.of("log", "tail", file, "-n", "1", "--format",
                "{{ signal.payload }} {{ signal.payload.durationMs }}").out())
                .isEqualTo("{\"output\":{\"content\":\"Ho\"},\"durationMs\":1.5} 1.5\n");
    }

    @Test
    void payloadsOfEveryFamilyAreThereByTheirFields() {
        List<LogEntry> all = new ArrayList<>();
        Samples.oneOfEach().forEach(
                signal -> all.add(new LogEntry(all.size() + 1L, Samples.T, Emission.by("scout"), signal)));
        String each = folder.resolve("each.jsonl").toString();
        JournalExcerpt.write(Path.of(each), all);

        CommandRun shown = CommandRun.of("log", "show", each, "--format",
                "{{signal.name}} {{signal.payload.proposalId}} {{signal.payload.weight}} {{signal.summary}}");

        assertThat(shown.out().lines()).hasSize(all.size()).contains("vote p-lru 0.8 ", "team:note   hello");
        assertThat(CommandRun.of("log", "play", each, "--at", "99", "--json").out())
                .contains("\"swarm/tool:result\":{\"toolName\":\"grep\"");
    }

    @Test
    void aFormatThatCannotBeMeantIsRefused() {
        assertThat(CommandRun.of("log", "show", file, "--format", "{{ name }}").err())
                .contains("supports only signal, got {{ name }}");
        assertThat(CommandRun.of("log", "tail", file, "--json", "--format", "{{ signal.name }}").code()).isEqualTo(2);
        CommandRun large = CommandRun.of("log", "show", file, "--format", "x".repeat(1_000_001));
        assertThat(large.code()).isEqualTo(2);
        assertThat(large.err()).contains("at most 1000000 characters");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        for (String command : List.of("tree", "play")) {
            assertThat(CommandRun.of("log", command, folder.resolve("none").toString()).err()).contains("no such file");
            assertThat(CommandRun.of("log", command, folder.toString()).err())
                    .contains("it is a folder without a journal");
        }
    }

    private void say(String id, @Nullable String cause, String agent, String run, String type, String json) {
        Signal signal = new Signal(id, new SignalType(Profile.HARNESS, type), new Source.Harness(agent, "fake"),
                Samples.T, Payload.Open.data(JsonText.read(json)), Scope.ofRun(run, 1),
                new Links(cause, null, null, List.of()), Grading.NONE, Lifetime.unlimited(), Audience.everyone(),
                Map.of());
        entries.add(new LogEntry(entries.size() + 1L, Samples.T, new Emission(agent, 1), signal));
    }
}
