package dev.waggle.cli.command.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle log} on journals of many segments. */
class LogFoldersTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /** Segments of a few entries. */
    private static final JournalConfig SMALL = JournalConfig.defaults().withMaxSegmentBytes(1_000);

    @TempDir
    private Path folder;

    private Path journal;

    @BeforeEach
    void aJournal() {
        journal = folder.resolve("journal");
    }

    @Test
    void aSoundJournalIsVerifiedInWordsAndJson() throws IOException {
        write(1, 30);

        CommandRun words = CommandRun.of("log", "verify", journal.toString());
        CommandRun json = CommandRun.of("log", "verify", journal.toString(), "--json");

        assertThat(words.code()).isZero();
        assertThat(words.out()).startsWith("30 entries, 1 to 30, in " + segments() + " segments of ").endsWith(
                "bytes: sound\n");
        assertThat(segments()).isGreaterThan(3);
        assertThat(json.out()).startsWith("{\"sound\":true,\"segments\":" + segments() + ",\"entries\":30,")
                .contains("\"first\":1,\"last\":30,\"gaps\":{}",
                        "\"tornBytes\":0,\"repeatedIds\":0,\"redactions\":0,\"leftovers\":[],\"damages\":[]")
                .hasLineCount(1);
    }

    @Test
    void aDamagedSegmentIsNamedWithExitCodeOne() throws IOException {
        write(1, 30);
        Path first = journal.resolve("events-00000000000000000001.jsonl");
        Files.writeString(first, Files.readString(first).replace("\"n\":2}", "\"n\":9}"));

        CommandRun words = CommandRun.of("log", "verify", journal.toString());
        CommandRun json = CommandRun.of("log", "verify", journal.toString(), "--json");

        assertThat(List.of(words.code(), json.code())).containsOnly(1);
        assertThat(words.out()).contains("damaged  ", first.getFileName() + ": line 2 ", "entry 2 cannot be read",
                "29 entries", "1 damaged");
        assertThat(json.out()).contains("\"sound\":false", "\"line\":2", "\"first\":2,\"last\":2,\"reason\":");
        CommandRun shown = CommandRun.of("log", "show", journal.toString());
        assertThat(shown.code()).isZero();
        assertThat(shown.out()).hasLineCount(29);
        assertThat(shown.err()).contains("line 2").hasLineCount(1);
        CommandRun compacted = CommandRun.of("log", "compact", journal.toString());
        assertThat(compacted.code()).isEqualTo(1);
        assertThat(compacted.err()).contains("is damaged and was not changed", "log verify").hasLineCount(1);
    }

    @Test
    void aTornEndIsNoDamage() throws IOException {
        write(1, 3);
        Files.writeString(journal.resolve("events.jsonl"), "{\"seq\":4,\"reco", StandardOpenOption.APPEND);

        CommandRun words = CommandRun.of("log", "verify", journal.toString());

        assertThat(words.code()).isZero();
        assertThat(words.out()).contains("cut short or just being written: 14 bytes", "sound");
        assertThat(CommandRun.of("log", "verify", journal.toString(), "--json").out()).contains("\"tornBytes\":14");
    }

    @Test
    void closedThreadsAreCompactedAndOpenOnesStay() {
        coordinate();
        CommandRun before = CommandRun.of("log", "threads", journal.toString(), "--thread", "open-1", "--all");

        CommandRun compacted = CommandRun.of("log", "compact", journal.toString());

        assertThat(compacted.code()).as(compacted.toString()).isZero();
        assertThat(compacted.out()).matches("[0-9]+ entries of 1 closed thread removed: [0-9,]+ bytes before, "
                + "[0-9,]+ now\n");
        assertThat(before.out()).contains("emitted").hasLineCount(7);
        assertThat(CommandRun.of("log", "threads", journal.toString(), "--thread", "open-1", "--all"))
                .isEqualTo(before);
        CommandRun verified = CommandRun.of("log", "verify", journal.toString());
        assertThat(verified.code()).isZero();
        assertThat(verified.out()).contains(" entries were compacted", "sound");
        assertThat(CommandRun.of("log", "verify", journal.toString(), "--json").out()).contains("{\"compacted\":");
        assertThat(CommandRun.of("log", "show", journal.toString()).out()).doesNotContain("of the closed one");
        assertThat(CommandRun.of("log", "compact", journal.toString()).out()).startsWith("nothing to remove");
        assertThat(CommandRun.of("log", "compact", journal.toString(), "--json").out())
                .contains("\"removed\":0,\"threads\":[],\"damaged\":[]");
    }

    @Test
    void threadsAreReadByPrograms() {
        coordinate();

        CommandRun run = CommandRun.of("log", "threads", journal.toString(), "--thread", "open-1", "--json");

        assertThat(run.out()).hasLineCount(1).startsWith("{\"thread\":\"open-1\",\"step\":0,\"open\":6,\"stored\":6,")
                .contains("\"state\":\"emitted\",\"signalClass\":\"conflict.active\"",
                        "\"summary\":\"of the open one 5\"");
    }

    @Test
    void whatSomebodyIsWritingIsNotCompacted() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        try (FileJournal holder = FileJournal.open(journal, SMALL, World.system(1))) {
            CommandRun run = CommandRun.of("log", "compact", journal.toString());
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("it is being written by this process").hasLineCount(1);
            assertThat(CommandRun.fed("", "log", "import", "-", journal.toString(), "--wait", "0").err())
                    .contains("it is being written by this process").hasLineCount(1);
            assertThat(holder.lastSequence()).isZero();
        }
        assertThat(CommandRun.of("log", "compact", file.toString()).err()).contains("is a file - Name the folder");
        assertThat(CommandRun.of("log", "compact", "nowhere").err()).contains("no such file");
    }

    @Test
    void aTailFollowsThroughEveryChangeOfSegments() throws IOException {
        write(1, 10);
        StringWriter out = new StringWriter();
        PrintWriter reader = new PrintWriter(out) {

            private int looks;

            @Override
            public boolean checkError() {
                looks++;
                if (looks == 1) {
                    LogFoldersTest.this.write(11, 30);
                }
                return looks > 2;
            }
        };

        int code = CommandRun.on(
                new TerminalScreen(reader, new PrintWriter(new StringWriter()), TextStyle.PLAIN, false),
                "log", "tail", "-n", "2", "-f", journal.toString(), "--format", "{{ signal.seq }}");

        assertThat(code).isEqualTo(2);
        assertThat(segments()).isGreaterThan(3);
        assertThat(out.toString().lines().map(Integer::valueOf)).containsExactlyElementsOf(
                Stream.iterate(9, n -> n + 1).limit(22).toList());
        assertThat(
                CommandRun.of("log", "show", journal.toString(), "--from", "9", "--format", "{{ signal.seq }}").out())
                .isEqualTo(out.toString());
    }

    @Test
    void aDataFolderIsExportedAndImportedIntoAnother() {
        String from = folder.resolve("from").toString();
        String to = folder.resolve("to").toString();
        CommandRun.of("signals", "generate", "note", "\"hello\"", "--data", from);
        CommandRun.of("signals", "generate", "other", "--data", from);
        CommandRun.of("signals", "subscribe", "ada", "note", "--create", "--data", to);

        CommandRun exported = CommandRun.of("log", "export", from, "-", "--format", "jsonl");
        CommandRun imported = CommandRun.fed(exported.out(), "log", "import", "-", to);

        assertThat(exported.out()).hasLineCount(2);
        assertThat(exported.err()).isEqualTo("2 entries written as jsonl\n");
        assertThat(imported).isEqualTo(new CommandRun(0, "2 signals imported as jsonl\n", ""));
        assertThat(folder.resolve("to/events.jsonl")).doesNotExist();
        assertThat(CommandRun.of("signals", "list", "--data", to).out()).hasLineCount(2);
        assertThat(CommandRun.of("signals", "inbox", "ada", "--data", to).out()).hasLineCount(1).contains("\"hello\"");
    }

    private void write(int from, int to) {
        try (FileJournal out = FileJournal.open(journal, SMALL, World.system(1))) {
            for (int n = from; n <= to; n++) {
                Draft draft = Draft.custom("note", Payload.Open.data(JsonValue.of(Map.of("n", JsonValue.of(n)))));
                out.append(Signal.of(draft, new Stamp("s" + n, Source.agent("ada"), NOW, Scope.NONE)),
                        Emission.by("ada"), NOW);
            }
        }
    }

    /** Writes a closed thread, and behind it an open one, in many segments. */
    private void coordinate() {
        World world = World.system(1);
        try (FileJournal out = FileJournal.open(journal, SMALL, world);
                DefaultConnectivityLayer layer = DefaultConnectivityLayer.create(world,
                        ConnectivityLayerConfig.defaults().withLedger(FactLedger.of(out)))) {
            for (int i = 0; i < 6; i++) {
                emit(layer, "closed-1", "agent-" + i, "of the closed one " + i);
            }
            layer.closeThread("closed-1");
            for (int i = 0; i < 6; i++) {
                emit(layer, "open-1", "agent-" + i, "of the open one " + i);
            }
        }
    }

    private static void emit(DefaultConnectivityLayer layer, String thread, String agent, String summary) {
        var _ = layer.emit(new EmitSignalInput(thread, agent, Audience.RoleName.COORDINATOR,
                SignalClass.CONFLICT_ACTIVE.messageClass(), SignalClass.CONFLICT_ACTIVE, Priority.NORMAL, summary, 0.3,
                null, null, null));
    }

    private long segments() throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            return files.filter(file -> file.toString().endsWith(".jsonl")).count();
        }
    }
}
