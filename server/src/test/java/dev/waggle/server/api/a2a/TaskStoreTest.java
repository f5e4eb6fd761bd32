package dev.waggle.server.api.a2a;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aPushTarget;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.lines.ChecksummedLine;
import dev.waggle.journal.redaction.JournalRedaction;
import dev.waggle.journal.redaction.RedactionReport;
import dev.waggle.journal.redaction.RedactionReport.RedactionOutcome;
import dev.waggle.journal.redaction.RedactionTarget;
import dev.waggle.server.BoundedWait;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TaskStoreTest {

    private static final int MAX_TASKS = 4;

    /** Enough for the lines of three tasks with {@link #LONG}, and too little for four. */
    private static final long MAX_BYTES = 4_000;

    /** More than all lines of a test, so that the file grows. */
    private static final long GROWING = 1 << 20;

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
            store.store(new TaskChange.Messaged("first", message("more" + i, LONG), null));
        }
        store.store(new TaskChange.Messaged("second", message("more", LONG), null));

        assertThat(ids(store)).containsExactly("second");
        assertThat(ids(open())).containsExactly("second");
    }

    @Test
    void theFileIsBoundedWhileTheServerRuns() throws IOException {
        TaskStore store = open();
        for (int i = 0; i < 100; i++) {
            store.store(begun("solve_" + i, LONG));
            store.store(new TaskChange.Targeted("solve_" + i, new TaskRecord.Target(A2aVersion.V0_3,
                    new A2aPushTarget("p", "https://example.com/", null, null))));
            assertThat(Files.size(file())).isLessThan(2 * MAX_BYTES + 2_000);
        }
        store.store(begun("solve_0", "again"));
        store.store(new TaskChange.Canceled("solve_0", Instant.EPOCH));

        TaskStore again = open();
        assertThat(ids(again)).isEqualTo(ids(store)).hasSizeGreaterThan(1);
        ids(store).forEach(id -> assertThat(again.find(id)).isEqualTo(store.find(id)));
    }

    @Test
    void aCallerWithManyTasksDisplacesItsOwn() {
        TaskStore store = open();
        store.store(begun("of ben", "ben", "q"));
        for (int i = 0; i < 2 * MAX_TASKS; i++) {
            store.store(begun("solve_" + i, "q"));
        }
        store.store(new TaskChange.Messaged("of ben", message("more", LONG), null));
        for (int i = 0; i < 4; i++) {
            store.store(new TaskChange.Messaged("solve_7", message("more" + i, LONG), null));
        }

        assertThat(ids(store)).containsExactly("of ben");
        assertThat(ids(open())).isEqualTo(ids(store));
    }

    @Test
    void anAnswerToAnEscalationSurvivesAKillAndCountsOnce() throws IOException {
        TaskStore store = open();
        store.store(begun("solve_1", "q"));
        store.store(begun("solve_2", "q"));
        EscalationAnswer answer = new EscalationAnswer("ada", Instant.EPOCH,
                new EscalationAnswer.Choice.OfText("wait"), "it rains");

        assertThat(store.storeIf(TaskRecord::isOpen, answered("solve_1", answer))).isTrue();
        assertThat(store.storeIf(TaskRecord::isOpen, answered("solve_1", answer))).isFalse();
        assertThat(store.storeIf(TaskRecord::isOpen, new TaskChange.Canceled("solve_1", Instant.EPOCH))).isFalse();
        long whole = Files.size(file());
        assertThat(store.storeIf(TaskRecord::isOpen, answered("solve_2", answer))).isTrue();
        try (FileChannel torn = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            FileChannel _ = torn.truncate(whole + 20);
        }

        TaskStore again = open();
        assertThat(again.find("solve_1")).hasValueSatisfying(task -> {
            assertThat(task.answer()).isEqualTo(answer);
            assertThat(task.messages()).hasSize(2);
        });
        assertThat(again.find("solve_2")).hasValueSatisfying(task -> assertThat(task.isOpen()).isTrue());
    }

    private static TaskChange answered(String task, EscalationAnswer answer) {
        return new TaskChange.Answered(task, message("a-" + task, "decide: wait"), answer);
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
        TaskStore store = open(_ -> true, MAX_TASKS, GROWING);
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

    @Test
    void aTaskThatHasNotEndedIsNeverForgotten() {
        TaskStore store = open(task -> !task.id().equals("solve_0"), 2 * MAX_TASKS, 0);
        for (int i = 0; i < 4 * MAX_TASKS; i++) {
            store.store(begun("solve_" + i, "q"));
        }
        assertThat(ids(store)).hasSize(2 * MAX_TASKS).contains("solve_0", "solve_15").doesNotContain("solve_1");
        store.store(new TaskChange.Messaged("solve_15", message("more", LONG.repeat(9)), null));

        assertThat(ids(store)).containsExactly("solve_0");
        assertThat(ids(open(task -> !task.id().equals("solve_0"), 2 * MAX_TASKS, 0))).isEqualTo(ids(store));
    }

    @Test
    void aCallerBeginsNoFurtherTaskBesideAQuarterThatHasNotEnded() {
        Set<String> ended = new HashSet<>();
        TaskStore store = open(task -> ended.contains(task.id()), 8, 0);
        store.store(begun("solve_0", "q"));
        store.store(begun("solve_1", "q"));

        assertThatThrownBy(() -> store.store(begun("solve_2", "q"))).isInstanceOf(A2aException.class)
                .hasMessageContaining("the caller ada has 2 tasks").hasMessageContaining("\nMaybe ");
        assertThat(store.find("solve_2")).isEmpty();
        store.store(begun("of ben", "ben", "q"));
        ended.add("solve_0");
        store.store(begun("solve_2", "q"));
        assertThat(ids(store)).containsExactly("solve_2", "of ben", "solve_1", "solve_0");
    }

    @Test
    void aReplacedOrDeletedSecretLeavesTheFile() throws IOException {
        for (long small : new long[] {GROWING, 0}) {
            TaskStore store = open(_ -> true, MAX_TASKS, small);
            store.store(begun("solve_1", "a question"));
            store.store(target("secret-1"));
            store.store(target("secret-2"));
            if (small == 0) { // It is written anew when it is opened.
                TaskStore _ = open(_ -> true, MAX_TASKS, small);
            }
            assertThat(Files.readString(file())).contains("secret-2").doesNotContain("secret-1");
            store.store(new TaskChange.Untargeted("solve_1", "p"));
            if (small == 0) {
                TaskStore _ = open(_ -> true, MAX_TASKS, small);
            }
            assertThat(Files.readString(file())).contains("a question").doesNotContain("secret", "\"push\"");
        }
    }

    @Test
    void replacedReceiversTakeNoRoom() {
        TaskStore store = open(_ -> true, MAX_TASKS, GROWING);
        store.store(begun("solve_0", "q"));
        store.store(begun("solve_1", "q"));
        for (int i = 0; i < 20; i++) {
            store.store(target("secret-" + i + LONG));
        }

        assertThat(ids(store)).containsExactly("solve_1", "solve_0");
    }

    @Test
    void aRejectedOrderKeepsItsBeginningOnly() throws IOException {
        TaskStore store = open();
        String question = "q".repeat(20_000);
        store.store(begun("solve_1", question));
        store.store(new TaskChange.Rejected("solve_1", "too many", Instant.EPOCH));
        store.store(begun("solve_2", "q"));

        TaskStore again = open();
        assertThat(again.find("solve_1")).isEqualTo(store.find("solve_1")).hasValueSatisfying(task -> {
            assertThat(task.messages()).singleElement().extracting(A2aMessage::text).asString().startsWith("qqq")
                    .hasSizeLessThan(2_100);
            assertThat(task.has(message("m-solve_1", question))).isTrue();
        });
        assertThat(Files.size(file())).isLessThan(4_000);
    }

    @Test
    @Timeout(60)
    void readersDoNotWaitForAFileThatIsLocked() throws Exception {
        TaskStore store = open();
        store.store(begun("solve_1", "q"));
        Thread writer = new Thread(() -> store.store(begun("solve_2", "q")));
        try (WriterLock _ = WriterLock.acquire(data.resolve("a2a").toRealPath(), Duration.ofSeconds(10), world)) {
            writer.start();
            BoundedWait.until(() -> writer.getState() == Thread.State.TIMED_WAITING
                    || writer.getState() == Thread.State.WAITING);

            assertThat(store.find("solve_1")).isPresent();
            assertThat(ids(store)).containsExactly("solve_1");
        }
        writer.join();
        assertThat(ids(store)).containsExactly("solve_2", "solve_1");
    }

    @Test
    void aTaskIsTheSameAfterItsFileIsWrittenAnew() {
        TaskStore store = open(_ -> true, MAX_TASKS, GROWING);
        store.store(begun("solve_1", "q"));
        store.store(new TaskChange.Messaged("solve_1", message("more", "vote"), new SeatTurn("solve_1", "eva", 1, 1)));
        store.store(target("secret"));
        store.store(new TaskChange.Changed("solve_1", Instant.ofEpochSecond(1)));
        store.store(new TaskChange.Changed("solve_1", Instant.ofEpochSecond(2)));
        store.store(begun("solve_2", "q"));
        store.store(new TaskChange.Rejected("solve_2", "too many", Instant.ofEpochSecond(3)));
        store.store(begun("solve_3", "q"));
        store.store(answered("solve_3", new EscalationAnswer("ada", Instant.ofEpochSecond(4),
                new EscalationAnswer.Choice.OfNothing(), null)));

        List<TaskRecord> before = store.newestFirst();
        assertThat(open(_ -> true, MAX_TASKS, GROWING).newestFirst()).isEqualTo(before); // This writes it anew.
        assertThat(open(_ -> true, MAX_TASKS, GROWING).newestFirst()).isEqualTo(before);
    }

    private static TaskChange target(String token) {
        return new TaskChange.Targeted("solve_1", new TaskRecord.Target(A2aVersion.V1_0,
                new A2aPushTarget("p", "https://example.com/", token, null)));
    }

    @Test
    void aTimeThatIsNoneIsDamageWithItsLine() throws IOException {
        open().store(begun("first", "q"));
        JsonValue.Obj bad = new JsonObjectBuilder().with("task", "first").with("kind", "changed")
                .with("at", "yesterday").json();
        Files.write(file(), ChecksummedLine.encode("a change", bad), StandardOpenOption.APPEND);

        assertThatThrownBy(this::open).isInstanceOf(UncheckedIOException.class).hasMessageContaining("tasks.jsonl")
                .hasMessageContaining("line 3 is damaged").hasMessageContaining("at must be");
    }

    private TaskStore open() {
        return open(_ -> true, MAX_TASKS, 1_000);
    }

    private TaskStore open(Predicate<TaskRecord> isEnded, int maxTasks, long small) {
        return TaskStore.open(data, new TaskTable(isEnded, maxTasks, MAX_BYTES), small, world);
    }

    private Path file() {
        return Objects.requireNonNull(data).resolve("a2a/tasks.jsonl");
    }

    private static List<String> ids(TaskStore store) {
        return store.newestFirst().stream().map(TaskRecord::id).toList();
    }

    private static TaskChange begun(String id, String question) {
        return begun(id, "ada", question);
    }

    private static TaskChange begun(String id, String caller, String question) {
        return new TaskChange.Begun(new TaskRecord.Origin(id, "context", caller, null, Instant.EPOCH,
                EventVerbosity.STANDARD), message("m-" + id, question));
    }

    private static A2aMessage message(String id, String text) {
        return new A2aMessage(id, A2aRole.USER, List.of(A2aPart.text(text)), A2aMessage.Links.NONE);
    }
}
