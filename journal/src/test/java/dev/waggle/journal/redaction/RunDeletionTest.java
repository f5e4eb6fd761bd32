package dev.waggle.journal.redaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.waggle.journal.GapLine;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.file.StoppingDisk;
import dev.waggle.journal.file.recovery.MultiFileCommit;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.redaction.DeletionReport.DeletedRun;
import dev.waggle.journal.repair.LeftoverFiles;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.inbox.RuntimeBookkeeping;
import dev.waggle.signal.log.DeletionFact;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/** Deletion of runs: exactly their entries go, whole or not at all, and all readers live with the gaps. */
class RunDeletionTest {

    private static final int MAX_OPERATIONS = 1_000;
    private static final int STRIDE = 5;

    @TempDir
    private Path temp;

    /** Random runs in random order and segments of random length. */
    @Test
    void exactlyTheEntriesOfTheRunsGo() {
        for (int seed = 0; seed < 30; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Path data = temp.resolve("random-" + seed);
            fill(data, random, 60);
            List<LogEntry> before = RedactableFolder.entries(data.resolve("signals"));
            Set<String> runs = new TreeSet<>(List.of("run_" + random.nextInt(4), "run_" + random.nextInt(4)));
            long expected = before.stream().filter(entry -> isOf(entry, runs)).count();

            DeletionReport done = RunDeletion.of(data).delete(runs);

            List<LogEntry> after = RedactableFolder.entries(data.resolve("signals"));
            assertThat(done.entries()).as("seed " + seed).isEqualTo(expected);
            assertThat(after.stream().filter(entry -> !DeletionFact.isFact(entry))).as("seed " + seed)
                    .containsExactlyElementsOf(before.stream().filter(entry -> !isOf(entry, runs)).toList());
            assertThat(after.stream().filter(DeletionFact::isFact)).as("seed " + seed)
                    .hasSize((int) done.runs().stream().filter(run -> run.entries() > 0).count())
                    .allMatch(RuntimeBookkeeping::contains);
            JournalVerification found = JournalVerification.of(data.resolve("signals"), _ -> {
            });
            assertThat(found.damages()).as("seed " + seed).isEmpty();
            try (FileJournal opened = FileJournal.open(data.resolve("signals"))) {
                assertThat(opened.select(JournalQuery.ALL)).as("seed " + seed).isEqualTo(after);
                assertThat(opened.recovery().isClean()).as("seed " + seed).isTrue();
                assertThat(opened.backgroundFailures()).as("seed " + seed).isEmpty();
            }
            assertThat(found.gaps()).as("seed " + seed)
                    .isEqualTo(expected == 0 ? Map.of() : Map.of(GapLine.DELETED, expected));
        }
    }

    @Test
    void deletingAgainAndAppendingAfterwardsWork() throws IOException {
        Path data = temp.resolve("twice");
        fill(data, new SplittableRandom(5), 60);
        var _ = RunDeletion.of(data).delete(List.of("run_1"));

        assertThat(RunDeletion.of(data).delete(List.of("run_1", "run_2", "unknown")).runs())
                .extracting(DeletedRun::run, run -> run.entries() > 0)
                .containsExactly(tuple("run_1", false),
                        tuple("run_2", true),
                        tuple("unknown", false));
        fill(data, new SplittableRandom(6), 10);
        assertThat(JournalVerification.of(data.resolve("signals"), _ -> {
        }).damages()).isEmpty();
        Map<String, String> content = RedactableFolder.content(data);
        assertThat(RunDeletion.of(data).delete(List.of("unknown")).files()).isEmpty();
        assertThat(RedactableFolder.content(data)).isEqualTo(content);
    }

    @Test
    void theFilesOfTheRunAloneGo() throws IOException {
        Path data = RedactableFolder.fill(temp.resolve("files"));

        Path other = copy(data.resolve("signals/answers/solve_1"), data.resolve("answers/solve_2"));
        var _ = copy(other, data.resolve("answers/solve_1"));
        var _ = copy(data.resolve("seats"), data.resolve("signals/seats"));

        DeletionReport done = RunDeletion.of(data).delete(List.of("solve_1"));

        for (Path place : List.of(data, data.resolve("signals"))) {
            assertThat(place.resolve("seats/solve_1.jsonl")).doesNotExist();
            assertThat(place.resolve("answers/solve_1")).doesNotExist();
        }
        assertThat(data.resolve("signals/answers")).doesNotExist();
        assertThat(RedactableFolder.entries(other)).isNotEmpty();
        assertThat(done.files()).contains(data.toRealPath().resolve("seats/solve_1.jsonl"));
        assertThat(RedactableFolder.entries(data.resolve("signals"))).isNotEmpty()
                .noneMatch(entry -> "solve_1".equals(entry.signal().scope().run()))
                .anyMatch(entry -> "solve_2".equals(entry.signal().scope().run()));
        assertThat(data.resolve("recordings/rec_1/events.jsonl")).exists();
    }

    @Test
    void anInboxIsToldOfItsMissingSignals() {
        Path data = temp.resolve("inbox");
        try (SignalService signals = service(data)) {
            var _ = signals.inboxes().subscribe(new SubscriptionRequest("ada", "note", false, true, true, null, null));
        }
        fill(data, new SplittableRandom(3), 30);
        var _ = RunDeletion.of(data).delete(List.of("run_0", "run_1", "run_2", "run_3"));

        try (SignalService signals = service(data)) {
            assertThat(signals.inboxes().inboxOf("ada").drain(100)).isNotEmpty()
                    .allMatch(item -> item.signal().scope().run() == null);
            assertThat(signals.inboxes().deadLetters()).isNotEmpty()
                    .allMatch(letter -> letter.reason() == DeadLetter.Reason.GONE);
        }
    }

    private static SignalService service(Path data) {
        return SignalService.open(data, SignalServiceConfig.defaults(), World.system());
    }

    @Test
    void aDamagedLineThatNamesTheRunIsRefused() throws IOException {
        Path data = temp.resolve("damaged");
        fill(data, new SplittableRandom(3), 30);
        Path segment;
        try (Stream<Path> files = Files.list(data.resolve("signals"))) {
            segment = files.filter(file -> file.toString().matches(".*events-.*jsonl")).sorted().findFirst()
                    .orElseThrow();
        }
        List<String> lines = Files.readAllLines(segment);
        lines.set(0, lines.getFirst().replace("\"run_", "\"Run_").replace("note", "nota") + "run_1");
        Files.write(segment, lines);
        Map<String, String> before = RedactableFolder.content(data);

        assertThatThrownBy(() -> RunDeletion.of(data).delete(List.of("run_1"))).isInstanceOf(BadJournalException.class)
                .hasMessageContaining("line 1 may belong to the run").hasMessageContaining("waggle log repair");
        assertThat(RedactableFolder.content(data)).isEqualTo(before);
    }

    @Test
    void aLogThatIsWrittenIsRefused() {
        Path data = temp.resolve("held");
        fill(data, new SplittableRandom(3), 10);
        try (FileJournal _ = FileJournal.open(data.resolve("signals"))) {
            assertThatThrownBy(() -> RunDeletion.of(data).withLockWait(Duration.ZERO).delete(List.of("run_1")))
                    .isInstanceOf(UncheckedIOException.class).hasMessageContaining("is being written by")
                    .hasMessageContaining("try again when it has ended").hasMessageNotContaining("another folder");
        }
    }

    /** A repair and a recovery moved lines aside: of the run, of another one, and of an unknown one. */
    @Test
    void movedLinesOfTheRunGo() throws IOException {
        Path data = temp.resolve("moved").toAbsolutePath();
        fill(data, new SplittableRandom(3), 30);
        Path log = data.toRealPath().resolve("signals");
        String own = "{\"seq\":7,\"data\":{\"text\":\"own secret\"},\"scope\":{\"run\":\"run_1\",\"rou";
        String other = own.replace("own", "foreign").replace("run_1", "run_2");
        String similar = own.replace("own", "similar").replace("run_1", "run_10");
        Path whole = Files.writeString(log.resolve("events-00000000000000000001.jsonl.damaged-0"), own + "\n");
        Path mixed = Files.writeString(log.resolve("events.jsonl.damaged-820-2"), other + '\n' + own + '\n');
        Path foreign = Files.writeString(log.resolve("events.jsonl.damaged-9"), other + '\n');
        Path unknown = Files.writeString(log.resolve("events.jsonl.torn-1"), "{\"seq\":7,\"data\":{\"te");
        Path changed = Files.writeString(log.resolve("events.jsonl.torn-2"), similar + '\n' + own);

        DeletionReport done = RunDeletion.of(data).delete(List.of("run_1"));

        assertThat(whole).doesNotExist();
        assertThat(mixed).hasContent(other + '\n');
        assertThat(foreign).hasContent(other + '\n');
        assertThat(unknown).exists();
        assertThat(changed).hasContent(similar + '\n');
        assertThat(done.files()).contains(whole, mixed, changed).doesNotContain(foreign, unknown);
        assertThat(done.left()).extracting(RedactionReport.LeftFile::file).containsExactly(unknown, changed);
        assertThat(RunDeletion.of(data).delete(List.of("run_2")).files()).contains(mixed, foreign);
        assertThat(mixed).doesNotExist();
        assertThat(RunDeletion.of(data).delete(List.of()).left()).isEmpty();
    }

    @Test
    void aFolderWithoutALogIsRefused() {
        assertThatThrownBy(() -> RunDeletion.of(temp).delete(List.of("run_1")))
                .isInstanceOf(UncheckedIOException.class).hasMessageContaining("a folder without a journal");
    }

    @Test
    void aProcessThatStopsAnywhere() throws IOException {
        stopEvery(STRIDE);
    }

    @Test
    @Tag("long")
    void aProcessThatStopsAtEachOperation() throws IOException {
        stopEvery(1);
    }

    private void stopEvery(int stride) throws IOException {
        Path original = RedactableFolder.fill(temp.resolve("original"));
        var _ = copy(original.resolve("signals/answers"), original.resolve("answers"));
        Files.writeString(original.resolve("signals/events.jsonl.damaged-9"), "{\"seq\":7,\"run\":\"solve_1\"\n");
        Map<String, String> before = RedactableFolder.content(original);
        Path whole = copy(original, temp.resolve("whole"));
        var _ = RunDeletion.of(whole).withWorld(World.system(3)).delete(List.of("solve_1"));
        TreeMap<String, String> after = new TreeMap<>(RedactableFolder.content(whole));
        int done = 0;
        int notBegun = 0;
        boolean isWhole = false;
        for (int operations = 0; !isWhole && operations < MAX_OPERATIONS; operations += stride) {
            String when = "stopped after " + operations;
            Path folder = copy(original, temp.resolve("stopped-" + operations));
            isWhole = isDone(folder, new StoppingDisk(operations));
            FileJournal.open(folder.resolve("signals")).close();

            Map<String, String> content = RedactableFolder.content(folder);
            boolean isBefore = content.equals(before);
            if (!isBefore) {
                assertThat(content.keySet()).as(when).isEqualTo(after.keySet());
                assertThat(RedactableFolder.entries(folder.resolve("signals"))).as(when)
                        .noneMatch(entry -> "solve_1".equals(entry.signal().scope().run()))
                        .filteredOn(DeletionFact::isFact).hasSize(1);
            }
            assertThat(JournalVerification.of(folder.resolve("signals"), _ -> {
            }).damages()).as(when).isEmpty();
            assertThat(LeftoverFiles.in(folder)).as(when).isEmpty();
            done += isBefore ? 0 : 1;
            notBegun += isBefore ? 1 : 0;
        }
        assertThat(isWhole).isTrue();
        assertThat(done).isPositive();
        assertThat(notBegun).isPositive();
    }

    @Test
    void aDeletionThatStoppedAfterItsDecisionIsCompleted() throws IOException {
        Path original = RedactableFolder.fill(temp.resolve("original"));
        var _ = copy(original.resolve("signals/answers"), original.resolve("answers"));
        int completed = 0;
        boolean isWhole = false;
        for (int operations = 0; !isWhole && operations < MAX_OPERATIONS; operations += STRIDE) {
            String when = "stopped after " + operations;
            Path folder = copy(original, temp.resolve("completed-" + operations));
            isWhole = isDone(folder, new StoppingDisk(operations));
            boolean isPending = Files.exists(folder.resolve("signals").resolve(MultiFileCommit.COMMITTED));

            assertThat(RunDeletion.of(folder).complete()).as(when).isEqualTo(isPending);
            assertThat(RunDeletion.of(folder).complete()).as(when).isFalse();

            if (isPending) {
                completed++;
                assertThat(folder.resolve("answers")).as(when).doesNotExist();
                assertThat(folder.resolve("seats/solve_1.jsonl")).as(when).doesNotExist();
                assertThat(RedactableFolder.entries(folder.resolve("signals"))).as(when)
                        .noneMatch(entry -> "solve_1".equals(entry.signal().scope().run()))
                        .extracting(DeletionFact::removedBy).filteredOn(Optional::isPresent).singleElement()
                        .extracting(removed -> removed.orElseThrow().run()).isEqualTo("solve_1");
            }
        }
        assertThat(isWhole).isTrue();
        assertThat(completed).isPositive();
    }

    private static boolean isDone(Path folder, JournalDisk disk) {
        try {
            var _ = RunDeletion.of(folder).withWorld(World.system(3)).withDisk(disk).delete(List.of("solve_1"));
            return true;
        } catch (UncheckedIOException stopped) {
            return false;
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return to.toRealPath();
    }

    private static boolean isOf(LogEntry entry, Set<String> runs) {
        String run = entry.signal().scope().run();
        return run != null && runs.contains(run);
    }

    private static void fill(Path data, SplittableRandom random, int entries) {
        try (FileJournal journal = FileJournal.open(data.resolve("signals"), JournalConfig.defaults()
                .withDurability(Durability.never()).withMaxSegmentBytes(600 + random.nextInt(2_000)),
                World.system(random.nextLong()))) {
            for (int i = 0; i < entries; i++) {
                int run = random.nextInt(5);
                Signal signal = Signal.of(Draft.custom("note", Payload.Open.text("text " + i)),
                        new Stamp("sig_" + random.nextLong(1, Long.MAX_VALUE), Source.agent("bob"),
                                RedactableFolder.START, run == 4 ? Scope.NONE : Scope.ofRun("run_" + run, 1)));
                journal.append(signal, Emission.by("bob"), RedactableFolder.START);
            }
        }
    }
}
