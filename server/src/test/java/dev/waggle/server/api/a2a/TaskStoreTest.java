package dev.waggle.server.api.a2a;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.journal.redaction.JournalRedaction;
import dev.waggle.journal.redaction.RedactionReport;
import dev.waggle.journal.redaction.RedactionReport.RedactionOutcome;
import dev.waggle.journal.redaction.RedactionTarget;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class TaskStoreTest {

    private static final int MAX_TASKS = 4;

    /** Enough for the lines of three tasks with {@link #LONG}, and too little for four. */
    private static final long MAX_BYTES = 4_000;

    private static final String LONG = "x".repeat(1_000);

    private final World world = World.system(1);

    @TempDir
    private Path data;

    @Test
    void onlyTheNewestTasksAreKept() {
        TaskStore store = open();
        for (int i = 0; i < MAX_TASKS + 3; i++) {
            store.store(begun("solve_" + i, "q"));
        }

        assertThat(ids(store)).containsExactly("solve_6", "solve_5", "solve_4", "solve_3");
        assertThat(store.find("solve_2")).isEmpty();
        assertThat(ids(open())).isEqualTo(ids(store));
    }

    @Test
    void messagesCountForTheBytesOfTheirTask() {
        TaskStore store = open();
        store.store(begun("first", "q"));
        store.store(begun("second", "q"));
        for (int i = 0; i < 3; i++) {
            assertThat(store.find("first")).isPresent();
            store.store(new TaskChange.Messaged("first", message("more" + i, LONG)));
        }
        store.store(new TaskChange.Messaged("second", message("more", LONG)));

        assertThat(ids(store)).containsExactly("second");
        assertThat(ids(open())).containsExactly("second");
    }

    @Test
    void aTaskLargerThanTheBoundIsKeptAlone() {
        TaskStore store = open();
        store.store(begun("small", "q"));
        store.store(begun("large", LONG.repeat(10)));

        assertThat(ids(store)).containsExactly("large");
    }

    @Test
    void aChangeOfAForgottenTaskDoesNotBringItBack() {
        TaskStore store = open();
        for (int i = 0; i <= MAX_TASKS; i++) {
            store.store(begun("solve_" + i, "q"));
        }
        store.store(new TaskChange.Canceled("solve_0", Instant.EPOCH));

        assertThat(store.find("solve_0")).isEmpty();
        assertThat(ids(open())).hasSize(MAX_TASKS);
    }

    @Test
    void theFileIsWrittenAnewWithTheKeptTasksOnly() throws IOException {
        TaskStore store = open();
        for (int i = 0; i < 50; i++) {
            store.store(begun("solve_" + i, "question " + i + '.'));
        }
        long before = Files.size(file());

        TaskStore again = open();

        assertThat(Files.size(file())).isLessThan(before / 5);
        assertThat(Files.readString(file())).contains("question 49.").doesNotContain("question 45.");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file()))).isEqualTo("rw-------");
        assertThat(ids(again)).isEqualTo(ids(store));
    }

    @Test
    void aRedactionRemovesATextFromTheMessagesOfTasks() throws IOException {
        TaskStore store = open();
        store.store(begun("solve_1", "the patient is Ada Lovelace"));
        store.store(begun("solve_2", "q"));

        RedactionReport report = JournalRedaction.of(data).withWorld(world)
                .redact(List.of(RedactionTarget.ofText("the patient is Ada Lovelace")));

        assertThat(report.targets()).singleElement()
                .satisfies(target -> assertThat(target.outcome()).isEqualTo(RedactionOutcome.REDACTED));
        assertThat(report.left()).isEmpty();
        assertThat(Files.readString(file())).doesNotContain("Lovelace");
        TaskStore again = open();
        assertThat(ids(again)).containsExactly("solve_2", "solve_1");
        assertThat(again.find("solve_1")).hasValueSatisfying(
                task -> assertThat(task.messages().getFirst().text()).contains("[redacted]"));
    }

    private TaskStore open() {
        return TaskStore.open(data, world, MAX_TASKS, MAX_BYTES);
    }

    private Path file() {
        return Objects.requireNonNull(data).resolve("a2a/tasks.jsonl");
    }

    private static List<String> ids(TaskStore store) {
        return store.newestFirst().stream().map(TaskRecord::id).toList();
    }

    private static TaskChange begun(String id, String question) {
        return new TaskChange.Begun(new TaskRecord.Origin(id, "context", "ada", null, Instant.EPOCH,
                EventVerbosity.STANDARD), message("m-" + id, question));
    }

    private static A2aMessage message(String id, String text) {
        return new A2aMessage(id, A2aRole.USER, List.of(A2aPart.text(text)), A2aMessage.Links.NONE);
    }
}
