package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.JournalDisk;
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
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Compaction of sealed segments: entries of closed threads are removed, and nothing else. */
class JournalCompactionTest {

    private static final long SEED = 11;
    private static final int EACH = 60;
    private static final List<String> THREADS = List.of("a", "b", "c", "d");

    @TempDir
    Path folder;

    @Test
    void theCompactedLogRestoresTheSameOpenThreads() throws IOException {
        List<LogEntry> all = coordinated();
        Map<String, String> before = views(all);

        JournalCompaction done = JournalCompaction.in(folder, JournalDisk.real());

        assertThat(done.removed()).isPositive();
        assertThat(done.bytesAfter()).isLessThan(done.bytesBefore());
        assertThat(done.damaged()).isEmpty();
        assertThat(views(read())).as("seed %d", SEED).isEqualTo(before);
        JournalVerification sound = JournalVerification.of(folder, _ -> {
        });
        assertThat(sound.damages()).isEmpty();
        assertThat(sound.gaps()).containsExactlyEntriesOf(Map.of("compacted", done.removed()));
        assertThat(sound.entries() + done.removed()).isEqualTo(all.size());
        assertThat(sound.last()).isEqualTo(all.size());
    }

    @Test
    void theClosingAndWhatOthersSaidStay() throws IOException {
        List<LogEntry> all = coordinated();
        JournalCompaction.in(folder, JournalDisk.real());
        List<LogEntry> read = read();
        Map<String, Long> closings = new TreeMap<>();
        long sealedUpTo = (long) all.size() - EACH;
        all.stream().filter(entry -> entry.sequence() <= sealedUpTo).forEach(entry -> FactLedger.endedThread(entry)
                .ifPresent(thread -> closings.put(thread, entry.sequence())));

        assertThat(read).isEqualTo(all.stream().filter(entry -> {
            String thread = entry.signal().scope().thread();
            boolean isFact = entry.emission().equals(FactLedger.EMISSION);
            return thread == null || !isFact || entry.sequence() >= closings.getOrDefault(thread, 0L);
        }).toList());
        assertThat(read).anyMatch(entry -> entry.emission().by().equals("eve"));
    }

    @Test
    void aSecondCompactionFindsNothingMoreAndGapsMerge() throws IOException {
        coordinated();
        JournalCompaction.in(folder, JournalDisk.real());
        Map<String, byte[]> once = contents();
        JournalCompaction again = JournalCompaction.in(folder, JournalDisk.real());

        assertThat(again.removed()).isZero();
        assertThat(again.bytesAfter()).isEqualTo(again.bytesBefore());
        assertThat(contents()).containsExactlyEntriesOf(once);
    }

    @Test
    void aStopAtAnyPointLeavesEachSegmentOldOrNew() throws IOException {
        coordinated();
        Map<String, byte[]> old = contents();
        JournalCompaction.in(folder, JournalDisk.real());
        Map<String, byte[]> compacted = contents();
        boolean hasStopped = true;
        for (int operations = 0; hasStopped; operations++) {
            restore(old);
            StoppingDisk disk = new StoppingDisk(operations);
            try {
                JournalCompaction.in(folder, disk);
            } catch (IOException stopped) {
                assertThat(stopped).hasMessage("the disk has stopped");
            }
            hasStopped = disk.hasStopped();
            for (SegmentFile segment : SegmentFile.list(folder)) {
                String name = String.valueOf(segment.path().getFileName());
                assertThat(Files.readAllBytes(segment.path())).as("%s after %d operations", name, operations)
                        .isIn(old.get(name), compacted.get(name));
            }
            assertThat(JournalVerification.of(folder, _ -> {
            }).damages()).as("after %d operations", operations).isEmpty();
        }
        assertThat(JournalCompaction.in(folder, JournalDisk.real()).removed()).isZero();
    }

    @Test
    void aDamagedSegmentIsNamedAndLeftAsItIs() throws IOException {
        coordinated();
        Path first = SegmentFile.list(folder).getFirst().path();
        byte[] damaged = Files.readAllBytes(first);
        damaged[damaged.length / 2] ^= 1;
        Files.write(first, damaged);

        assertThat(JournalCompaction.in(folder, JournalDisk.real()).damaged()).containsExactly(first);
        assertThat(first).hasBinaryContent(damaged);
    }

    /** A log of a layer at work, and of a foreign source that uses its words. */
    private List<LogEntry> coordinated() throws IOException {
        return coordinated(folder, 500);
    }

    /** Writes a journal of coordination threads, some of them closed. */
    static List<LogEntry> coordinated(Path folder, int rounds) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        MemoryJournal journal = new MemoryJournal();
        ManualWorld world = new ManualWorld(Journals.START, SEED);
        DefaultConnectivityLayer layer = DefaultConnectivityLayer.create(world,
                ConnectivityLayerConfig.defaults().withLedger(FactLedger.of(journal)));
        for (int i = 0; i < rounds; i++) {
            String thread = THREADS.get(random.nextInt(THREADS.size()));
            switch (random.nextInt(12)) {
                case 0 -> layer.closeThread(thread);
                case 1 -> layer.advanceStep(thread);
                case 2 -> layer.register(thread, "part" + random.nextInt(3));
                case 3 -> journal.append(Signal.of(Draft.custom("note", Payload.Open.text("hm")),
                        new Stamp("n" + i, new Source.System(), Journals.START,
                                new Scope(null, thread, null, null, null))),
                        Emission.by("eve"), Journals.START);
                default -> layer.emit(EmitSignalInput.of(thread, "part" + i % 3, Audience.RoleName.ALL,
                        i % 2 == 0 ? SignalClass.ATTENTION_RAISE : SignalClass.CONFLICT_ACTIVE, Priority.NORMAL,
                        "said " + i).withConfidence(0.9));
            }
        }
        List<LogEntry> all = new ArrayList<>(journal.read(1, Integer.MAX_VALUE));
        all.subList(all.size() / EACH * EACH, all.size()).clear();
        Journals.write(folder, 1, all.size() / EACH, EACH, sequence -> all.get((int) sequence - 1));
        return all;
    }

    private static Map<String, String> views(List<LogEntry> log) {
        DefaultConnectivityLayer layer = DefaultConnectivityLayer.restore(new ManualWorld(Journals.START, SEED),
                ConnectivityLayerConfig.defaults(), log);
        Map<String, String> views = new LinkedHashMap<>();
        for (String thread : THREADS) {
            views.put(thread, layer.query(SignalQuery.of(thread).withStates().withLimit(1000)) + " "
                    + layer.stats(thread) + " " + layer.convergence(thread));
        }
        return views;
    }

    private List<LogEntry> read() {
        try (JournalReader reader = JournalReader.open(folder)) {
            return Journals.all(reader);
        }
    }

    private Map<String, byte[]> contents() throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        for (SegmentFile segment : SegmentFile.list(folder)) {
            contents.put(String.valueOf(segment.path().getFileName()), Files.readAllBytes(segment.path()));
        }
        return contents;
    }

    private void restore(Map<String, byte[]> contents) throws IOException {
        for (Map.Entry<String, byte[]> file : contents.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
    }
}
