package dev.waggle.journal.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.exchange.BadLinePolicy;
import dev.waggle.journal.exchange.ExchangeFormat;
import dev.waggle.journal.exchange.JournalImporter;
import dev.waggle.journal.file.ForgettingDisk.Loss;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The power is lost at every operation of a disk that forgets what was not forced: nothing acknowledged is lost.
 * No entry is read otherwise, no number is given twice, and the high-water mark is never ahead of the log.
 */
class LostWritesTest {

    private static final long SEED = 20_261_124;
    private static final int IN_BUILD = 1;
    private static final int LONG = 60;
    private static final int SEGMENT_BYTES = 600;

    @TempDir
    Path folder;

    private final ManualWorld world = new ManualWorld(JournalContract.START, 1);
    private final List<LogEntry> written = new ArrayList<>();
    private Path live;
    private int states;

    @BeforeEach
    void anEmptyFolder() throws IOException {
        live = Files.createDirectory(folder.resolve("live")).toRealPath();
    }

    @Test
    void appendsSealsAndMarks() throws IOException {
        everyPoint(appending(Durability.everyAppend()), IN_BUILD, this::requireSound);
    }

    @Test
    void appendsThatAreSyncedTogether() throws IOException {
        everyPoint(appending(Durability.every(Duration.ofMillis(100))), IN_BUILD, this::requireSound);
    }

    @Test
    void compactions() throws IOException {
        everyPoint(compacting(), IN_BUILD, this::requireSound);
    }

    @Test
    void retention() throws IOException {
        ForgettingDisk disk = ForgettingDisk.on(live);
        JournalConfig config = config(Durability.everyAppend())
                .withRetention(new RetentionPolicy(3L * SEGMENT_BYTES, null));
        try (FileJournal journal = FileJournal.open(live, config, world, disk)) {
            for (int i = 0; i < 14; i++) {
                written.add(append(journal, "s" + i));
                disk.note(journal.read(1, Integer.MAX_VALUE).getLast());
            }
        }
        everyPoint(disk, IN_BUILD, state -> {
        });
    }

    @Test
    void anImportThatIsRepeatedHasEachSignalOnce() throws IOException {
        importing(1);
    }

    @Test
    @Tag("long")
    void manyStatesOfEachPoint() throws IOException {
        everyPoint(appending(Durability.everyAppend()), LONG, this::requireSound);
        startAnew();
        everyPoint(appending(Durability.every(Duration.ofMillis(100))), LONG, this::requireSound);
        startAnew();
        everyPoint(compacting(), LONG, this::requireSound);
        startAnew();
        importing(LONG);
    }

    private void startAnew() throws IOException {
        written.clear();
        live = Files.createDirectory(folder.resolve("live" + states)).toRealPath();
    }

    private void importing(int each) throws IOException {
        String file = Journals.write(folder.resolve("source" + states), 1, 9).stream()
                .map(entry -> new String(LineCodec.toLine(entry), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
        ForgettingDisk disk = ForgettingDisk.on(live);
        try (FileJournal journal = FileJournal.open(live, config(Durability.never()), world, disk)) {
            importInto(journal, file);
        }
        SplittableRandom random = new SplittableRandom(SEED);
        for (int point = 0; point < disk.points(); point++) {
            for (int n = 0; n < each; n++) {
                Path state = state(disk, point, Loss.ANYTHING, random);
                String when = "seed " + SEED + ", point " + point + ", state " + n;
                try (FileJournal journal = FileJournal.open(state, config(Durability.never()), world)) {
                    importInto(journal, file);
                    Map<String, Long> ids = journal.read(1, 1_000).stream().collect(
                            Collectors.groupingBy(entry -> entry.signal().id(), Collectors.counting()));
                    assertThat(ids).as(when).hasSize(9);
                    assertThat(ids.values()).as(when).containsOnly(1L);
                }
            }
        }
    }

    private void importInto(FileJournal journal, String file) {
        new JournalImporter(journal, world, ExchangeFormat.JSONL, BadLinePolicy.STOP, problem -> {
            throw new AssertionError(problem.toString());
        }).read(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
    }

    private ForgettingDisk appending(Durability durability) throws IOException {
        ForgettingDisk disk = ForgettingDisk.on(live);
        for (int life = 0; life < 3; life++) {
            try (FileJournal journal = FileJournal.open(live, config(durability), world, disk)) {
                for (int i = 0; i < 4; i++) {
                    LogEntry entry = append(journal, "life" + life + "-" + i);
                    written.add(entry);
                    if (durability instanceof Durability.EveryAppend) {
                        disk.note(entry);
                    } else if (i % 2 == 1) {
                        journal.sync();
                        written.forEach(disk::note);
                    }
                }
            }
            written.forEach(disk::note);
        }
        return disk;
    }

    private ForgettingDisk compacting() throws IOException {
        written.addAll(JournalCompactionTest.coordinated(live, 170));
        List<LogEntry> stay = new ArrayList<>();
        Path copy = Files.createDirectory(folder.resolve("copy" + states));
        for (Path file : files(live)) {
            Files.copy(file, copy.resolve(file.getFileName()));
        }
        JournalCompaction.in(copy, JournalDisk.real());
        try (JournalReader reader = JournalReader.open(copy)) {
            reader.forEach(stay::add);
        }
        ForgettingDisk disk = ForgettingDisk.on(live);
        stay.forEach(disk::note);
        JournalCompaction.in(live, disk);
        return disk;
    }

    private void everyPoint(ForgettingDisk disk, int each, Consumer<Path> check) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int point = 0; point < disk.points(); point++) {
            if (each == IN_BUILD && !disk.isBorder(point)) {
                continue;
            }
            List<LogEntry> promised = disk.notesBefore(point).stream().map(LogEntry.class::cast).distinct().toList();
            for (int n = 0; n < each + 2; n++) {
                if (each == IN_BUILD && n < 2 && point % 3 != 0) {
                    continue; // Of these losses there is one each, and neighbouring points have much in common.
                }
                Loss loss = n == 0 ? Loss.EVERYTHING_UNSYNCED : n == 1 ? Loss.NOTHING : Loss.ANYTHING;
                Path state = state(disk, point, loss, random);
                String when = "seed " + SEED + ", point " + point + ", state " + n + ", " + loss + " in " + state;
                try {
                    if (!files(state).isEmpty()) {
                        check.accept(state);
                    }
                    requirePromises(state, promised);
                } catch (AssertionError | RuntimeException failed) {
                    throw new AssertionError(when + ": " + failed.getMessage(), failed);
                }
            }
        }
    }

    private void requirePromises(Path state, List<LogEntry> promised) {
        LogEntry added;
        try (FileJournal journal = FileJournal.open(state, config(Durability.never()), world)) {
            List<LogEntry> read = journal.read(1, Integer.MAX_VALUE);
            if (!isRetained(promised)) {
                assertThat(read).containsAll(promised);
            }
            assertThat(written).containsAll(read);
            assertThat(read).extracting(LogEntry::sequence).isSorted().doesNotHaveDuplicates();
            added = append(journal, "new");
            assertThat(promised).allMatch(entry -> entry.sequence() < added.sequence());
            assertThat(read).allMatch(entry -> entry.sequence() < added.sequence());
        }
        try (FileJournal journal = FileJournal.open(state, config(Durability.never()), world)) {
            assertThat(journal.read(1, Integer.MAX_VALUE)).contains(added);
        }
    }

    /** The notes of a retention are the newest entries only, of which older ones may be deleted by plan. */
    private static boolean isRetained(List<LogEntry> promised) {
        return !promised.isEmpty() && promised.getFirst().signal().id().equals("s0");
    }

    /** Before it is opened: neither damage nor a mark that is ahead of the log. */
    private void requireSound(Path state) {
        if (Files.exists(state.resolve(SegmentFile.ACTIVE)) || hasSealed(state)) {
            assertThat(JournalVerification.of(state, _ -> {
            }).damages()).noneMatch(damage -> damage.line() == 0);
        }
    }

    private static boolean hasSealed(Path state) {
        try {
            return !SegmentFile.list(state).isEmpty();
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    private Path state(ForgettingDisk disk, int point, Loss loss, SplittableRandom random) throws IOException {
        Path state = folder.resolve("state" + states++);
        disk.leave(point, loss, random, state);
        return state;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private LogEntry append(FileJournal journal, String id) {
        return journal.append(JournalContract.vote(id), Emission.by("bus"), JournalContract.START);
    }

    private static JournalConfig config(Durability durability) {
        return JournalConfig.defaults().withDurability(durability).withMaxSegmentBytes(SEGMENT_BYTES);
    }
}
