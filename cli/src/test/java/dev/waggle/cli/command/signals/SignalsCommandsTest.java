package dev.waggle.cli.command.signals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.waggle.cli.BrokenOutput;
import dev.waggle.cli.CommandRun;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle signals}: every command opens the data folder anew, as a process of its own would. */
class SignalsCommandsTest {

    @TempDir
    private Path folder;

    @Test // durable-signals 1, 9
    void whatIsGeneratedIsListedInOrder() {
        CommandRun first = signals("generate", "build:done", "{\"commit\":\"4f1c\"}", "--source", "agent:bob");
        signals("generate", " note ", "--source", "system");
        signals("generate", "note", "null", "--source", "webhook:ci");

        assertThat(first.code()).isZero();
        assertThat(first.out()).startsWith("build:done is signal 1 of the log (synced)\n  id      sig_")
                .endsWith("""
                          by      cli (as bob)
                          data    {"commit":"4f1c"}
                        """);
        List<JsonValue> events = events(signals("list", "--json"));
        assertThat(events).extracting(event -> text(event, "type")).containsExactly("build:done", "note", "note");
        assertThat(events).extracting(event -> text(event, "by")).containsOnly("cli");
        assertThat(events.get(1).toString()).doesNotContain("data=");
        assertThat(signals("list", "--type", "build:*").out()).hasLineCount(1).contains("build:done");
        assertThat(signals("tail", "-n", "1").out()).hasLineCount(1).contains("webhook ci");
        assertThat(signals("tail", "-n", "0").out()).isEmpty();
        assertThat(signals("list", "-n", "2", "--json").out()).contains("\"seq\":2").doesNotContain("\"seq\":1,");
        assertThat(folder.resolve("data/signals/events.jsonl")).content().hasLineCount(3);
    }

    @Test
    void theReceiptIsTheEntryAndSaysWhoReallySaidIt() {
        CommandRun run = signals("generate", "note", "--source", "agent:root", "--json");

        assertThat(run.out()).contains("\"seq\":1", "\"by\":\"cli\"",
                "\"source\":{\"type\":\"agent\",\"id\":\"root\"}");
        assertThat(signals("list").out()).contains("cli (as root)");
        assertThat(signals("generate", "note", "--json").out())
                .contains("\"source\":{\"type\":\"process\",\"id\":\"" + ProcessHandle.current().pid() + "\"}");
    }

    @Test
    void dataComesFromAFileOrAPipe() throws IOException {
        Path file = Files.writeString(folder.resolve("data.json"), "{\"from\": \"file\"}\n");

        assertThat(signals("generate", "a", "@" + file).out()).contains("{\"from\":\"file\"}");
        assertThat(fed("[1, 2.50]", "generate", "a", "-").out()).contains("[1,2.50]");
        refuses("no such file: " + folder.resolve("none"), "after the @", "generate", "a",
                "@" + folder.resolve("none"));
        refuses("cannot read " + folder, "after the @", "generate", "a", "@" + folder);
        assertThat(events(signals("list", "--json"))).hasSize(2);
    }

    @Test // durable-signals 18, 23
    void mailWaitsUntilItIsTaken() {
        signals("subscribe", "ada", "build:*", "--loud", "--create");
        signals("subscribe", "ada", "note");
        signals("generate", "build:done", "1");
        signals("generate", "note", "2");
        signals("generate", "other", "3");

        CommandRun look = signals("inbox", "ada");
        assertThat(look).isEqualTo(signals("inbox", "ada"));
        assertThat(look.err()).isEmpty();
        assertThat(look.out().lines()).hasSize(2).satisfiesExactly(
                loud -> assertThat(loud).startsWith("  loud  ").contains("build:done 1").endsWith("(build:*)"),
                silent -> assertThat(silent).startsWith("  silent").contains("note 2").endsWith("(note)"));

        CommandRun one = signals("inbox", "ada", "-n", "1", "--take", "--json");
        assertThat(one.out()).hasLineCount(1).startsWith("{\"patterns\":[\"build:*\"],\"silent\":false,\"entry\":{");
        assertThat(one.err()).contains("more signals wait");
        assertThat(signals("inbox", "ada", "--take").out()).hasLineCount(1).contains("note 2");
        assertThat(signals("inbox", "ada")).isEqualTo(new CommandRun(0, "nothing waits\n", ""));
        assertThat(signals("inbox", "ada", "--json")).isEqualTo(new CommandRun(0, "", ""));
    }

    @Test // durable-signals 20, 21, 22
    void aSubscriptionIsChangedListedAndEnded() {
        CommandRun made = signals("subscribe", "ada", "build:*", "--create", "--own");
        assertThat(made.out()).contains("ada", "build:*", "silent, own, from signal 1 on");
        assertThat(signals("subscribe", "ada", "build:*", "--loud").out()).contains("loud, own, from signal 1");
        assertThat(signals("subscribe", "ada", "build:*").out()).contains("loud, own");
        assertThat(signals("subscribe", "ada", "build:*", "--silent", "--json").out())
                .contains("\"pattern\":\"build:*\",\"silent\":true,\"own\":true");
        signals("subscribe", "ada", "note");
        refuses("is false and cannot become true", "Maybe unsubscribe", "subscribe", "ada", "note", "--own");
        signals("unsubscribe", "ada", "note");
        signals("subscribe", "bob", "**", "--create");

        assertThat(signals("subscriptions").out()).hasLineCount(2);
        assertThat(signals("subscriptions", "bob", "--json").out()).hasLineCount(1).contains("\"agentId\":\"bob\"");
        assertThat(signals("unsubscribe", "ada", "build:x").out()).isEqualTo("nothing to remove\n");
        assertThat(signals("unsubscribe", "ada", "build:*").out()).isEqualTo("removed\n");
        assertThat(signals("unsubscribe", "ada", "build:*", "--json").out()).isEqualTo("{\"removed\":false}\n");
        assertThat(signals("subscriptions", "ada").out()).isEqualTo("no subscriptions\n");
    }

    @Test
    void whatWaitedIsGoneWithItsSubscription() {
        signals("subscribe", "ada", "note", "--create");
        signals("generate", "note");
        signals("unsubscribe", "ada", "note");
        signals("subscribe", "ada", "note");

        assertThat(signals("inbox", "ada").out()).isEqualTo("nothing waits\n");
    }

    @Test
    void theAgentsOwnWordsComeOnRequestOnly() {
        signals("subscribe", "ada", "note", "--create");
        signals("subscribe", "bob", "note", "--create", "--own");
        try (SignalService open = SignalService.open(folder.resolve("data"), SignalServiceConfig.defaults(),
                World.system())) {
            open.generate("note", Source.agent("ada"), null, Emission.by("ada"));
            open.generate("note", Source.agent("bob"), null, Emission.by("bob"));
        }
        signals("generate", "note", "--source", "agent:ada");

        assertThat(signals("inbox", "ada").out()).hasLineCount(2).contains("bob", "cli (as ada)");
        assertThat(signals("inbox", "bob").out()).hasLineCount(3);
    }

    @Test // durable-signals 24
    void anAgentThatNobodyKnowsIsNamedAndNotMade() {
        signals("generate", "note");

        refuses("there is no agent \"ada\"", "--create", "subscribe", "ada", "note");
        refuses("there is no agent \"ada\"", "signals subscriptions", "unsubscribe", "ada", "note");
        refuses("there is no agent \"ada\"", "signals subscriptions", "inbox", "ada");
        assertThat(signals("subscriptions").out()).isEqualTo("no subscriptions\n");
    }

    @Test
    void mistakesAreNamedWithARemedyAndStoreNothing() {
        refuses("type must not be blank", "", "generate", "  ");
        refuses("the data is not JSON at character 2", "Quote texts", "generate", "a", "{x");
        refuses("the data is ", "Quote texts", "generate", "a", "");
        refuses("the data is ", "Quote texts", "generate", "a", "1 2");
        refuses("no source is called \"elf\"", "Use system", "generate", "a", "--source", "elf");
        refuses("source.id of an agent must not be blank", "", "generate", "a", "--source", "agent");
        refuses("pattern must not be blank", "Maybe", "subscribe", "ada", " ", "--create");
        refuses("agentId must not be blank", "", "subscribe", " ", "note", "--create");
        refuses("mutually exclusive", "--help", "subscribe", "ada", "note", "--loud", "--silent");
        refuses("--wait must be between", "Use", "generate", "a", "--wait", "NaN");
        assertThat(folder.resolve("data/signals/events.jsonl")).satisfiesAnyOf(
                none -> assertThat(none).doesNotExist(), empty -> assertThat(empty).isEmptyFile());
        signals("generate", "a");
        refuses("--limit must be between 1 and 1000, got 1001", "log show", "list", "-n", "1001");
        refuses("--limit must be between 1 and 10000, got 0", "-n 20", "inbox", "ada", "-n", "0");
        refuses("pattern", "", "list", "--type", "");
    }

    @Test
    void longDataAreRefusedInALine() {
        String long8 = "\"" + "x".repeat(8 << 20) + "\"";

        CommandRun asFile = fed(long8, "generate", "a", "-");
        CommandRun asLine = fed(long8.substring(3) + "\"", "generate", "a", "-");
        CommandRun asEntry = fed("\"" + "x".repeat((8 << 20) - 100) + "\"", "generate", "a", "-");

        assertThat(asFile.err()).contains("standard input holds more than 8388608 bytes").hasLineCount(1);
        assertThat(asLine.err()).contains("the data is not JSON").hasLineCount(1);
        assertThat(asLine.err().length()).isLessThan(3_000);
        assertThat(asEntry.err()).contains("8388608").hasLineCount(1);
        assertThat(List.of(asFile.code(), asLine.code(), asEntry.code())).containsOnly(2);
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @ParameterizedTest // durable-signals 43
    @ValueSource(strings = {"a\u001b[31mb", "a\u009b31mb", "a\nb", "a\r\u001b]0;x\u0007b", "a\u2028b", "a\u202eb"})
    void hostileWordsNeverReachTheTerminal(String hostile) {
        signals("subscribe", "ada", "note", "--create");
        String data = JsonText.write(JsonValue.of(hostile));
        List<CommandRun> runs = new ArrayList<>(List.of(signals("generate", hostile),
                signals("generate", hostile, "--json"), signals("generate", "note", data),
                signals("generate", "note", hostile), signals("generate", "note", "--source", "agent:" + hostile),
                signals("generate", "note", "--source", hostile), signals("generate", "note", "@" + hostile),
                signals("subscribe", hostile, "note"), signals("subscribe", hostile, "note", "--create"),
                signals("subscribe", "ada", hostile), signals("unsubscribe", "ada", hostile),
                signals("unsubscribe", hostile, "note"), signals("inbox", hostile), signals("inbox", "ada"),
                signals("inbox", "ada", "--json"), signals("list"), signals("list", "--json"),
                signals("list", "--type", hostile), signals("tail"), signals("tail", "--json"),
                signals("tail", "--format", "{{ signal.payload }}"), signals("subscriptions", hostile),
                signals("subscriptions"), signals("subscriptions", "--json"),
                CommandRun.of("signals", hostile), CommandRun.of("demo", hostile),
                CommandRun.of("signals", "list", "--" + hostile),
                CommandRun.of("signals", "list", "--data", folder + "/" + hostile),
                CommandRun.of("signals", "list", "--json", "--data", folder + "/" + hostile)));

        assertThat(runs).allSatisfy(run -> {
            assertThat(run.out() + run.err()).doesNotContain("\u001b", "\u009b", "\u0007", "\r", "\u2028");
            assertThat(run.out().startsWith("{") ? run.err() : run.out() + run.err()).doesNotContain("\u202e");
            assertThat(run.err().lines()).allMatch(line -> line.startsWith("waggle: "));
            assertThat(run.code()).isIn(0, 2);
        });
    }

    @Test
    void aFolderThatAnotherOneWritesIsNamedInALine() {
        signals("subscribe", "ada", "note", "--create");
        signals("generate", "note");
        try (SignalService holder = SignalService.open(folder.resolve("data"), SignalServiceConfig.defaults(),
                World.system(1))) {
            holder.generate("note");
            for (List<String> command : List.of(List.of("generate", "note"), List.of("subscribe", "ada", "x"),
                    List.of("unsubscribe", "ada", "x"), List.of("requeue", "ada"),
                    List.of("inbox", "ada", "--take"))) {
                List<String> impatient = new ArrayList<>(command);
                impatient.addAll(List.of("--wait", "0"));
                refuses("it is being written by", "reading needs no lock", impatient.toArray(String[]::new));
            }
            assertThat(signals("list").out()).hasLineCount(2);
            assertThat(signals("inbox", "ada").out()).hasLineCount(2);
            assertThat(signals("subscriptions").out()).hasLineCount(1).contains("ada");
            assertThat(signals("dead").out()).isEqualTo("no dead letters\n");
            CommandRun solve = CommandRun.fed("propose 0.7 x: X\n", "solve", "Q?", "--seat", "a", "--wait", "0",
                    "--data", data());
            assertThat(solve.code()).isEqualTo(2);
            assertThat(solve.err()).contains("it is being written by").hasLineCount(1);
        }
        assertThat(signals("inbox", "ada").out()).hasLineCount(2);
    }

    @Test
    void aFolderThatCannotBeIsNamedInALine() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        CommandRun in = CommandRun.of("signals", "generate", "a", "--data", file.toString());
        CommandRun below = CommandRun.of("signals", "subscribe", "a", "b", "--data", file.resolve("x").toString());
        CommandRun none = CommandRun.of("signals", "list", "--data", folder.resolve("none").toString());

        assertThat(List.of(in, below, none)).allSatisfy(run -> {
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).startsWith("waggle: ").hasLineCount(1);
        });
        assertThat(in.err()).contains(file + "/signals: ");
        assertThat(none.err()).contains("there are no signals in " + folder.resolve("none"), "signals generate");
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void aTornOrDamagedLogIsNamedAndGoesOn() throws IOException {
        signals("subscribe", "ada", "note", "--create");
        signals("generate", "note", "\"first\"");
        signals("generate", "note", "\"second\"");
        Path log = folder.resolve("data/signals/events.jsonl");
        Files.writeString(log, Files.readString(log).replace("first", "f\u00a3rst"));
        Files.writeString(log, "{\"seq\":3,", StandardOpenOption.APPEND);

        CommandRun list = signals("list");
        assertThat(list.out()).hasLineCount(1).contains("second");
        assertThat(list.err()).contains("events.jsonl: line 1", "cut short (9 bytes)").hasLineCount(2);

        CommandRun next = signals("generate", "note", "\"third\"");
        assertThat(next.code()).isZero();
        assertThat(next.err()).contains("torn line: 9 bytes were cut off", "line 1").hasLineCount(3);
        assertThat(signals("inbox", "ada").out()).hasLineCount(2).contains("second", "third");
    }

    @Test
    void nothingIsTakenThatCouldNotBeShown() {
        signals("subscribe", "ada", "note", "--create");
        signals("generate", "note");

        int code = CommandRun.on(BrokenOutput.screen(), "signals", "inbox", "ada", "--take", "--data", data());

        assertThat(code).isEqualTo(2);
        assertThat(signals("inbox", "ada").out()).hasLineCount(1).contains("note");
    }

    private CommandRun signals(String... args) {
        return fed("", args);
    }

    @Test
    void signalsThatWereGivenUpAreListedAndRequeued() {
        signals("subscribe", "ada", "note", "--loud", "--create");
        signals("generate", "note", "1");
        signals("generate", "note", "2");
        assertThat(signals("dead")).isEqualTo(new CommandRun(0, "no dead letters\n", ""));
        try (SignalService service = SignalService.open(folder.resolve("data"), SignalServiceConfig.defaults(),
                World.system())) {
            Inbox inbox = service.inboxes().inboxOf("ada");
            inbox.giveUp(inbox.drain(2).stream().map(item -> item.withAttempts(3)).toList(), "it \u001b[31mfailed");
            inbox.acknowledge(2);
        }

        assertThat(signals("dead", "ada").out()).hasLineCount(2)
                .contains("ada", "signal 1", "turn-failed", "given up after 3 turns").doesNotContain("\u001b");
        refuses("there is no agent \"bob\"", "signals subscriptions", "dead", "bob");
        refuses("\"x7\" is no number of a signal", "waggle signals dead", "requeue", "ada", "1", "x7");
        assertThat(signals("dead", "--json").out().lines().map(JsonText::read)).hasSize(2)
                .allSatisfy(letter -> assertThat(text(letter, "reason")).isEqualTo("turn-failed"));
        assertThat(signals("inbox", "ada").out()).isEqualTo("nothing waits\n");
        refuses("signal 7 is no dead letter", "[1, 2]", "requeue", "ada", "7");
        refuses("there is no agent \"eve\"", "signals subscriptions", "requeue", "eve");
        assertThat(signals("requeue", "ada", "2")).isEqualTo(new CommandRun(0, "requeued: signal 2\n", ""));
        assertThat(signals("requeue", "ada")).isEqualTo(new CommandRun(0, "requeued: signal 1\n", ""));
        assertThat(signals("requeue", "ada")).isEqualTo(new CommandRun(0, "nothing to requeue\n", ""));
        refuses("signal 1 is no dead letter", "requeued already", "requeue", "ada", "1");
        assertThat(signals("inbox", "ada", "--take").out()).hasLineCount(2);
        assertThat(signals("inbox", "ada").out()).isEqualTo("nothing waits\n");
        assertThat(signals("dead").out()).isEqualTo("no dead letters\n");
    }

    private CommandRun fed(String input, String... args) {
        List<String> all = new ArrayList<>(List.of("signals"));
        all.addAll(List.of(args));
        all.addAll(List.of("--data", data()));
        return CommandRun.fed(input, all.toArray(String[]::new));
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private void refuses(String problem, String remedy, String... args) {
        CommandRun run = signals(args);
        assertThat(run.code()).as(run.toString()).isEqualTo(2);
        assertThat(run.err()).startsWith("waggle: ").contains(problem).contains(remedy).hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }

    private static List<JsonValue> events(CommandRun list) {
        JsonValue.Obj answer = (JsonValue.Obj) JsonText.read(list.out());
        return ((JsonValue.Arr) Objects.requireNonNull(answer.fields().get("events"))).items();
    }

    private static String text(JsonValue object, String field) {
        return ((JsonValue.Str) Objects.requireNonNull(((JsonValue.Obj) object).fields().get(field))).value();
    }
}
