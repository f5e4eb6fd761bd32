package dev.waggle.cli.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.waggle.cli.CommandRun;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Commands on a data folder that a server owns: they go through it, or refuse at once and name it. */
class OwnedFolderTest {

    @TempDir
    private Path folder;
    private FolderOwner owner;

    @BeforeEach
    void own() {
        owner = FolderOwner.open(folder);
    }

    @AfterEach
    void close() {
        owner.close();
    }

    @Test
    void signalsAndInboxesWorkAsWithoutAServer() {
        succeeds("signals", "subscribe", "ada", "build:*", "--loud", "--create");
        String receipt = succeeds("signals", "generate", "build:done", "{\"commit\": \"4f1c\"}");

        assertThat(receipt).contains("synced");
        assertThat(owner.signals().inboxes().waiting("ada", 10)).singleElement()
                .returns("build:done", item -> item.signal().type().text());
        assertThat(succeeds("signals", "inbox", "ada")).contains("build:done");
        assertThat(succeeds("signals", "inbox", "ada", "--take")).contains("build:done");
        assertThat(owner.signals().inboxes().waiting("ada", 10)).isEmpty();
        succeeds("signals", "unsubscribe", "ada", "build:*");
        assertThat(owner.signals().inboxes().subscriptions("ada")).isEmpty();
    }

    @Test
    void delaysAndTenantsWorkAsWithoutAServer() {
        succeeds("signals", "subscribe", "ada", "tea:*", "--tenant", "t1", "--create");
        succeeds("signals", "generate", "tea:ready", "--after", "8w", "--repeat-key", "tea", "--tenant", "t1");
        String id = owner.signals().delayed().list().getFirst().id();

        assertThat(succeeds("signals", "delayed")).contains("tea:ready", id, "tenant t1");
        assertThat(succeeds("signals", "cancel", "tea:ready", "--repeat-key", "tea")).contains("nothing to cancel");
        assertThat(succeeds("signals", "cancel", id, "--tenant", "t1")).contains("cancelled");
        assertThat(succeeds("signals", "delayed")).contains("no delayed signals");
        succeeds("signals", "generate", "tea:ready", "--tenant", "t1");
        succeeds("signals", "generate", "tea:ready", "--tenant", "t2");
        assertThat(succeeds("signals", "inbox", "ada")).containsOnlyOnce("tea:ready");
        assertThat(succeeds("signals", "unsubscribe", "ada", "tea:*")).contains("nothing to remove");
        assertThat(succeeds("signals", "unsubscribe", "ada", "tea:*", "--tenant", "t1")).contains("removed");
    }

    @Test
    void anotherServerOfTheFolderIsRefusedInOneLine() {
        CommandRun run = CommandRun.of("serve", "--data", data(), "--port", "0");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1)
                .contains("belongs to the server of process " + ProcessHandle.current().pid(), "waggle serve");
    }

    @Test
    void aSolveWithASeatWritesThroughTheServerAndReadsItsInbox() {
        succeeds("signals", "subscribe", "a", "alarm:*", "--loud", "--create");
        succeeds("signals", "generate", "alarm:fire");
        CommandRun solve = CommandRun.fed("propose 0.7 x: X\n", "solve", "Q?", "--seat", "a",
                "--data", data());

        assertThat(solve.err()).doesNotContain("is being written");
        assertThat(solve.out()).as("%s", solve).contains("a reads 1 signal from the inbox");
        List<LogEntry> log = owner.signals().log().read(1, 1_000);
        assertThat(log).extracting(entry -> entry.signal().type().text()).contains("run:opened", "run:closed");
        assertThat(owner.signals().inboxes().waiting("a", 10)).isEmpty();
        String run = Objects.requireNonNull(log.getLast().signal().scope().run());
        owner.signals().log().claim(run).close();
    }

    @Test
    void anImportGoesThroughTheServer() throws IOException {
        succeeds("signals", "generate", "build:done");
        Path file = folder.resolveSibling(folder.getFileName() + "-copy.jsonl");
        Files.copy(folder.resolve("signals/events.jsonl"), file);
        try {
            assertThat(succeeds("log", "import", file.toString(), data())).contains("imported");
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void commandsThatNeedTheFolderAloneNameTheServerAndTheRemedyInOneLine() {
        String id = owner.signals().generate("build:done").signal().id();
        for (String[] command : List.of(new String[] {"log", "redact", data(), id},
                new String[] {"log", "compact", data()},
                new String[] {"log", "compact", folder.resolve("signals").toString()},
                new String[] {"log", "repair", data(), "--all"})) {
            CommandRun run = CommandRun.of(command);
            assertThat(run.code()).as("%s", run).isEqualTo(2);
            assertThat(run.err()).hasLineCount(1)
                    .contains("belongs to the server of process " + ProcessHandle.current().pid(), "End that server");
        }
    }

    @Test
    void aCommandOfAnotherVersionIsRefusedInOneLine() throws IOException {
        Path descriptor = folder.resolve("server/owner.json");
        Files.writeString(descriptor, Files.readString(descriptor).replaceFirst("\"version\":\"[^\"]*\"",
                "\"version\":\"9.9.9/1\""));
        CommandRun run = CommandRun.of("signals", "generate", "a", "--data", data());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("version 9.9.9/1", "use one version for both");
    }

    @Test
    void aServerThatWasKilledStandsInTheWayOfNothing() throws IOException {
        Path descriptor = folder.resolve("server/owner.json");
        String left = Files.readString(descriptor);
        owner.close();
        Files.writeString(descriptor, left);
        Files.writeString(folder.resolve("server/socket"), "");

        succeeds("signals", "generate", "build:done");
        assertThat(folder.resolve("server")).isEmptyDirectory();
    }

    private String succeeds(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        if (arguments[0].equals("signals")) {
            all.addAll(List.of("--data", data()));
        }
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertThat(run.code()).as("%s", run).isZero();
        return run.out();
    }

    private String data() {
        return folder.toString();
    }
}
