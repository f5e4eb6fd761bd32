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
import dev.waggle.signal.connectivity.Ledger;
import dev.waggle.signal.connectivity.layer.LosslessLayer;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import dev.waggle.journal.file.segment.Segment;
import dev.waggle.journal.file.storage.Disk;

import static org.assertj.core.api.Assertions.assertThat;

/** Closed threads leave the sealed segments; nothing else does. Issue 4, item 1. */
class CompactionTest {

    private static final long SEED = 11;
    private static final int EACH = 60;
    private static final List<String> THREADS = List.of("a", "b", "c", "d");

    @TempDir
    Path folder;

    @Test
    void theCompactedLogRestoresTheSameOpenThreads() throws IOException {
        List<LogEntry> all = coordinated();
        Map<String, String> before = views(all);

        Compaction done = Compaction.in(folder, Disk.real());

        assertThat(done.removed()).isPositive();
        assertThat(done.bytesAfter()).isLessThan(done.bytesBefore());
        assertThat(done.damaged()).isEmpty();
        assertThat(views(read())).as("seed %d", SEED).isEqualTo(before);
        Verification sound = Verification.of(folder, _ -> {
        });
        assertThat(sound.damages()).isEmpty();
        assertThat(sound.gaps()).containsExactlyEntriesOf(Map.of("compacted", done.removed()));
        assertThat(sound.entries() + done.removed()).isEqualTo(all.size());
        assertThat(sound.last()).isEqualTo(all.size());
    }

    @Test
    void theClosingAndWhatOthersSaidStay() throws IOException {
        List<LogEntry> all = coordinated();
        Compaction.in(folder, Disk.real());
        List<LogEntry> read = read();
        Map<String, Long> closings = new TreeMap<>();
        long sealedUpTo = (long) all.size() - EACH;
        all.stream().filter(entry -> entry.sequence() <= sealedUpTo).forEach(entry -> Ledger.endedThread(entry)
                .ifPresent(thread -> closings.put(thread, entry.sequence())));

        assertThat(read).isEqualTo(all.stream().filter(entry -> {
            String thread = entry.signal().scope().thread();
            boolean isFact = entry.emission().equals(Ledger.BY_LAYER);
            return thread == null || !isFact || entry.sequence() >= closings.getOrDefault(thread, 0L);
        }).toList());
        assertThat(read).anyMatch(entry -> entry.emission().by().equals("eve"));
    }

    @Test
    void aSecondCompactionFindsNothingMoreAndGapsMerge() throws IOException {
        coordinated();
        Compaction.in(folder, Disk.real());
        Map<String, byte[]> once = contents();
        Compaction again = Compaction.in(folder, Disk.real());

        assertThat(again.removed()).isZero();
        assertThat(again.bytesAfter()).isEqualTo(again.bytesBefore());
        assertThat(contents()).containsExactlyEntriesOf(once);
    }

    @Test
    void aStopAtAnyPointLeavesEachSegmentOldOrNew() throws IOException {
        coordinated();
        Map<String, byte[]> old = contents();
        Compaction.in(folder, Disk.real());
        Map<String, byte[]> compacted = contents();
        boolean hasStopped = true;
        for (int operations = 0; hasStopped; operations++) {
            restore(old);
            StoppingDisk disk = new StoppingDisk(operations);
            try {
                Compaction.in(folder, disk);
            } catch (IOException stopped) {
                assertThat(stopped).hasMessage("the disk has stopped");
            }
            hasStopped = disk.hasStopped();
            for (Segment segment : Segment.in(folder)) {
                String name = String.valueOf(segment.file().getFileName());
                assertThat(Files.readAllBytes(segment.file())).as("%s after %d operations", name, operations)
                        .isIn(old.get(name), compacted.get(name));
            }
            assertThat(Verification.of(folder, _ -> {
            }).damages()).as("after %d operations", operations).isEmpty();
        }
        assertThat(Compaction.in(folder, Disk.real()).removed()).isZero();
    }

    @Test
    void aDamagedSegmentIsNamedAndLeftAsItIs() throws IOException {
        coordinated();
        Path first = Segment.in(folder).getFirst().file();
        byte[] damaged = Files.readAllBytes(first);
        damaged[damaged.length / 2] ^= 1;
        Files.write(first, damaged);

        assertThat(Compaction.in(folder, Disk.real()).damaged()).containsExactly(first);
        assertThat(first).hasBinaryContent(damaged);
    }

    /** A log of a layer at work, and of one who speaks in its words without being it. */
    private List<LogEntry> coordinated() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        MemoryJournal journal = new MemoryJournal();
        ManualWorld world = new ManualWorld(Journals.START, SEED);
        LosslessLayer layer = LosslessLayer.create(world,
                ConnectivityLayerConfig.defaults().withLedger(Ledger.of(journal)));
        for (int i = 0; i < 500; i++) {
            String thread = THREADS.get(random.nextInt(THREADS.size()));
            switch (random.nextInt(12)) {
                case 0 -> layer.closeThread(thread);
                case 1 -> layer.advanceStep(thread);
                case 2 -> layer.register(thread, "part" + random.nextInt(3));
                case 3 -> journal.append(Signal.of(Draft.custom("note", Payload.Open.text("hm")),
                        new Stamp("n" + i, new Source.System(), Journals.START,
                                new Scope(null, thread, null, null, null))),
                        Emission.by("eve"), Journals.START);
                default -> layer.emit(EmitSignalInput.of(thread, "part" + i % 3, Audience.Word.ALL,
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
        LosslessLayer layer = LosslessLayer.restore(new ManualWorld(Journals.START, SEED),
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
        for (Segment segment : Segment.in(folder)) {
            contents.put(String.valueOf(segment.file().getFileName()), Files.readAllBytes(segment.file()));
        }
        return contents;
    }

    private void restore(Map<String, byte[]> contents) throws IOException {
        for (Map.Entry<String, byte[]> file : contents.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
    }
}
