package dev.waggle.journal.redaction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import dev.waggle.journal.GapLine;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.redaction.DeletionReport.DeletedRun;
import dev.waggle.journal.repair.LeftoverFiles;
import dev.waggle.signal.Draft;
import dev.waggle.signal.KilledProgram;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.DeletionFact;
import dev.waggle.signal.log.DeletionFact.RemovedRun;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.RedactionFact;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A crash loop: a process that deletes one run after another, and redacts a signal between, is killed (kill -9) at
 * random operations of the disk. Every run is whole or deleted then, and its signal as it was or redacted.
 */
class KilledDeletionTest {

    private static final long SEED = 20_261_129;
    private static final int RUNS = 24;
    private static final int ENTRIES_OF_RUN = 5;

    /** More lines than one deletion and one redaction print, so that a kill finds the first of them, too. */
    private static final int MAX_LINES = 250;

    private static final int IN_BUILD = 6;
    private static final int LONG = 100;

    @TempDir
    private Path folder;

    @Test
    void everyRunIsWholeOrDeletedAfterAKill() throws Exception {
        kill(IN_BUILD);
    }

    @Test
    @Tag("long")
    void theSameAfterManyKills() throws Exception {
        kill(LONG);
    }

    private void kill(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int kill = 0; kill < kills; kill++) {
            Path data = folder.resolve("data" + kill);
            fill(data, random.split());
            int lines = 1 + random.nextInt(MAX_LINES);
            List<String> printed = KilledProgram.linesBeforeKill(lines, Remover.class, data.toString(),
                    Long.toString(random.nextLong()));
            int removed = (int) printed.stream().filter(Remover.REMOVED::equals).count();
            String when = "seed " + SEED + ", kill " + kill + " after line " + lines + ", acknowledged " + removed;

            requireSoundLog(data, when);
            FileJournal.open(data.resolve("signals")).close();
            requireSoundLog(data, when);
            assertThat(LeftoverFiles.in(data)).as(when).isEmpty();
            boolean[] isDeleted = new boolean[RUNS];
            try (FileJournal log = FileJournal.open(data.resolve("signals"))) {
                assertThat(log.recovery().isClean()).as(when).isTrue();
                assertThat(log.backgroundFailures()).as(when).isEmpty();
                assertThat(log.select(JournalQuery.ALL)).as(when)
                        .isEqualTo(RedactableFolder.entries(data.resolve("signals")));
                for (int run = 0; run < RUNS; run++) {
                    isDeleted[run] = requireWholeOrDeleted(log, data, run, when);
                }
            }
            for (int run = 0; run < RUNS; run++) {
                if (run < removed || run > removed) {
                    assertThat(isDeleted[run]).as(when + ", run " + run).isEqualTo(run < removed);
                }
            }
            requireRepeatable(data, removed, isDeleted[removed], when);
        }
    }

    private static void requireSoundLog(Path data, String when) {
        assertThat(JournalVerification.of(data.resolve("signals"), _ -> {
        }).damages()).as(when).isEmpty();
    }

    /** Looks at one run by the index and at its files; returns whether it was deleted. */
    private static boolean requireWholeOrDeleted(FileJournal log, Path data, int run, String when) {
        String what = when + ", run " + run;
        List<LogEntry> entries = log.select(JournalQuery.ALL.ofRun(name(run)));
        List<RemovedRun> facts = log.select(JournalQuery.ALL).stream()
                .flatMap(entry -> DeletionFact.removedBy(entry).stream())
                .filter(removed -> removed.run().equals(name(run))).toList();
        boolean isDeleted = entries.isEmpty();
        if (isDeleted) {
            assertThat(facts).as(what).containsExactly(new RemovedRun(name(run), ENTRIES_OF_RUN));
        } else {
            assertThat(entries).as(what).extracting(entry -> entry.signal().id())
                    .containsExactlyElementsOf(IntStream.range(0, ENTRIES_OF_RUN)
                            .mapToObj(number -> id(run, number)).toList());
            assertThat(facts).as(what).isEmpty();
        }
        assertThat(Files.exists(data.resolve("answers").resolve(name(run)).resolve("events.jsonl"))).as(what)
                .isEqualTo(!isDeleted);
        assertThat(Files.exists(data.resolve("seats").resolve(name(run) + ".jsonl"))).as(what).isEqualTo(!isDeleted);
        long redactions = log.select(JournalQuery.ALL).stream().filter(RedactionFact::isFact)
                .filter(entry -> entry.signal().toString().contains(loneId(run))).count();
        boolean isRedacted = RedactableFolder.content(data).values().stream()
                .noneMatch(content -> content.contains(secret(run)));
        assertThat(redactions).as(what).isEqualTo(isRedacted ? 1 : 0);
        return isDeleted;
    }

    /** The command of the killed process, repeated, and the same once more. */
    private static void requireRepeatable(Path data, int run, boolean isDeleted, String when) throws IOException {
        List<LogEntry> others = withoutRun(data, run);
        assertThat(RunDeletion.of(data).delete(List.of(name(run))).runs()).as(when)
                .containsExactly(new DeletedRun(name(run), isDeleted ? 0 : ENTRIES_OF_RUN));
        assertThat(RunDeletion.of(data).delete(List.of(name(run))).files()).as(when).isEmpty();
        assertThat(data.resolve("answers").resolve(name(run))).as(when).doesNotExist();
        assertThat(withoutRun(data, run)).as(when).isEqualTo(others);
        var _ = JournalRedaction.of(data).redact(List.of(RedactionTarget.ofSignal(loneId(run))));
        assertThat(RedactableFolder.content(data).values()).as(when)
                .noneMatch(content -> content.contains(secret(run)));
        requireSoundLog(data, when);
        assertThat(JournalVerification.of(data.resolve("signals"), _ -> {
        }).gaps()).as(when).isEqualTo(Map.of(GapLine.DELETED, (run + 1L) * ENTRIES_OF_RUN));
    }

    private static List<LogEntry> withoutRun(Path data, int run) {
        return RedactableFolder.entries(data.resolve("signals")).stream()
                .filter(entry -> !DeletionFact.isFact(entry) && !name(run).equals(entry.signal().scope().run()))
                .toList();
    }

    /** Writes runs of which the entries are mixed, a signal without a run for each, and files of each run. */
    private static void fill(Path data, SplittableRandom random) throws IOException {
        try (FileJournal journal = FileJournal.open(data.resolve("signals"), JournalConfig.defaults()
                .withDurability(Durability.never()).withMaxSegmentBytes(1_500 + random.nextInt(3_000)),
                World.system(random.nextLong()))) {
            for (int number = 0; number < ENTRIES_OF_RUN; number++) {
                for (int run = 0; run < RUNS; run++) {
                    append(journal, id(run, number), "text " + number, Scope.ofRun(name(run), 1));
                }
            }
            for (int run = 0; run < RUNS; run++) {
                append(journal, loneId(run), secret(run), Scope.NONE);
            }
        }
        for (int run = 0; run < RUNS; run++) {
            Path answers = Files.createDirectories(data.resolve("answers").resolve(name(run)));
            Files.writeString(answers.resolve("events.jsonl"), "an answer\n");
            Files.writeString(Files.createDirectories(data.resolve("seats")).resolve(name(run) + ".jsonl"),
                    "an answer\n");
        }
    }

    private static void append(FileJournal journal, String id, String text, Scope scope) {
        Signal signal = Signal.of(Draft.custom("note", Payload.Open.text(text)),
                new Stamp(id, Source.agent("bob"), RedactableFolder.START, scope));
        LogEntry _ = journal.append(signal, Emission.by("bob"), RedactableFolder.START);
    }

    private static String name(int run) {
        return "run_" + run;
    }

    private static String id(int run, int number) {
        return "sig_" + run + "_" + number;
    }

    private static String loneId(int run) {
        return "lone_" + run + "_";
    }

    private static String secret(int run) {
        return "the secret with number " + run + " is told";
    }

    /** Removes run after run and prints a line for each operation of the disk and each run, until it is killed. */
    static final class Remover {

        static final String REMOVED = "removed";

        private Remover() {}

        public static void main(String[] args) {
            Path data = Path.of(args[0]);
            World world = World.system(Long.parseLong(args[1]));
            JournalDisk disk = new PrintingDisk();
            for (int run = 0; run < RUNS && !System.out.checkError(); run++) {
                DeletionReport done = RunDeletion.of(data).withWorld(world).withDisk(disk).delete(List.of(name(run)));
                RedactionReport redacted = JournalRedaction.of(data).withWorld(world).withDisk(disk)
                        .redact(List.of(RedactionTarget.ofSignal(loneId(run))));
                if (done.entries() == ENTRIES_OF_RUN && redacted.isChanged()) {
                    System.out.println(REMOVED);
                }
            }
        }
    }

    /** A disk that prints a line before each change. */
    private static final class PrintingDisk implements JournalDisk {

        private final JournalDisk disk = JournalDisk.real();

        @Override
        public void createFolder(Path created) throws IOException {
            System.out.println("folder");
            disk.createFolder(created);
        }

        @Override
        public AppendFile open(Path file) throws IOException {
            System.out.println("open");
            return disk.open(file);
        }

        @Override
        public void rename(Path from, Path to) throws IOException {
            System.out.println("rename");
            disk.rename(from, to);
        }

        @Override
        public void delete(Path file) throws IOException {
            System.out.println("delete");
            disk.delete(file);
        }

        @Override
        public void forceFolder(Path forced) throws IOException {
            System.out.println("force");
            disk.forceFolder(forced);
        }
    }
}
