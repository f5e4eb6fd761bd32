package dev.waggle.cli.command.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.recovery.MultiFileCommit;
import dev.waggle.journal.file.storage.JournalDisk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The confirmation of {@code waggle log redact}, which is that of {@code waggle log delete}. */
class LogRedactTest {

    private static final String SECRET = "the account 4711 of Frau Maier";

    @TempDir
    private Path folder;

    private String data = "";
    private String id = "";

    @BeforeEach
    void writeSignal() {
        data = folder.resolve("data").toString();
        assertThat(CommandRun.of("signals", "generate", "build:done", "{\"note\": \"" + SECRET + "\"}", "--data", data)
                .code()).isZero();
        try (JournalReader reader = JournalReader.open(folder.resolve("data/signals"))) {
            id = reader.select(JournalQuery.ALL).getFirst().signal().id();
        }
    }

    private Map<String, String> content() throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }

    private boolean holdsSecret() throws IOException {
        return content().toString().contains(SECRET);
    }

    @Test
    void withoutATerminalItNeedsTheFlag() throws IOException {
        Map<String, String> before = content();

        CommandRun done = CommandRun.of("log", "redact", data, id);

        assertThat(done.code()).isEqualTo(2);
        assertThat(done.err()).contains(
                "1 signal would be redacted for good - Add --yes to redact, or --dry-run to see what.");
        assertThat(CommandRun.run("y\n", true, "log", "redact", data, id, "--json").code()).isEqualTo(2);
        assertThat(content()).isEqualTo(before);
    }

    @Test
    void aDryRunOnlyShows() throws IOException {
        Map<String, String> before = content();

        CommandRun done = CommandRun.of("log", "redact", data, id, "unknown", id, "--dry-run");

        assertThat(done.err()).isEmpty();
        assertThat(done.code()).isZero();
        assertThat(done.out())
                .isEqualTo("  " + id + "  1 line of 1 file\n1 signal would be redacted\n");
        assertThat(CommandRun.of("log", "redact", data, id, "--dry-run", "--yes", "--json").out().strip())
                .isEqualTo("{\"chosen\":[{\"signal\":\"" + id + "\",\"lines\":1,\"files\":1}]}");
        assertThat(CommandRun.of("log", "redact", data, "unknown", "--dry-run").err())
                .contains("holds no signal \"unknown\"");
        assertThat(content()).isEqualTo(before);
    }

    /** A dry run needs no lock, so another process may write. */
    @Test
    void aDryRunOfALogThatIsWrittenShows() {
        try (FileJournal _ = FileJournal.open(folder.resolve("data/signals"))) {
            assertThat(CommandRun.of("log", "redact", data, id, "--dry-run", "--wait", "0").code()).isZero();
            assertThat(CommandRun.of("log", "redact", data, id, "--yes", "--wait", "0").code()).isEqualTo(2);
        }
    }

    @Test
    void aPersonAtATerminalIsAsked() throws IOException {
        String question = "  " + id + "  1 line of 1 file\n1 signal would be redacted for good. Redact? y or n: ";

        assertThat(asked("n\n")).isEqualTo(question + "nothing was redacted\n");
        assertThat(asked("")).isEqualTo(question + "nothing was redacted\n");
        assertThat(holdsSecret()).isTrue();
        assertThat(asked("y\n")).startsWith(question + id + "  redacted, 1 line of 1 file\n");
        assertThat(holdsSecret()).isFalse();
    }

    private String asked(String reply) {
        CommandRun run = CommandRun.run(reply, true, "log", "redact", data, id);
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().replace("\r", "");
    }

    @Test
    void withTheFlagThereIsNoQuestion() throws IOException {
        CommandRun done = CommandRun.of("log", "redact", data, id, "--yes");

        assertThat(done.code()).isZero();
        assertThat(done.err()).isEmpty();
        assertThat(done.out()).startsWith(id + "  redacted, 1 line of 1 file\n");
        assertThat(holdsSecret()).isFalse();
        assertThat(CommandRun.of("log", "redact", data, id, "--yes").out())
                .isEqualTo(id + "  was redacted already, or has no text\n");
        assertThat(CommandRun.of("log", "redact", data, id, "--dry-run").out()).isEqualTo("  " + id
                + "  was redacted already, or has no text\nnothing would be redacted\n");
    }

    @Test
    void filesOfARelativeFolderAreShownAsThePersonWroteIt() {
        String relative = Path.of("").toAbsolutePath().relativize(Path.of(data).toAbsolutePath()).toString();

        assertThat(CommandRun.of("log", "redact", relative, id, "--yes").out().lines().skip(1))
                .isNotEmpty().allMatch(line -> line.startsWith("  " + relative + '/'));
    }

    @Test
    void whatAKilledCommandDecidedIsCompletedFirst() throws IOException {
        Path log = folder.resolve("data/signals").toRealPath();
        MultiFileCommit.prepare(log, log, "red_1", Set.of(), List.of(), JournalDisk.real());
        MultiFileCommit.commit(log, "red_1", Set.of(), JournalDisk.real());

        CommandRun run = CommandRun.run("n\n", true, "log", "redact", data, id);

        assertThat(run.err()).contains("an interrupted deletion or redaction of ", " is complete now");
        assertThat(log.resolve(MultiFileCommit.COMMITTED)).doesNotExist();
        assertThat(holdsSecret()).isTrue();
    }
}
