package dev.waggle.journal.repair;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.learning.FileBanditStore;
import dev.waggle.journal.recording.Recording;
import dev.waggle.journal.recording.RecordingLabel;
import dev.waggle.journal.recording.RecordingStore;
import dev.waggle.journal.recording.RecordingWriter;
import dev.waggle.journal.recording.SignalRange;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A data folder of which every file is damaged in turn, in every kind of way. It opens or refuses in a line that names a
 * remedy. Verification is never content when an entry is missing or changed. Reading gives nothing that was not
 * written, and opening gives no number twice.
 *
 * <p>Deleted segments at the beginning are as those that retention deletes, so only they may go unnoticed.
 */
class DamagedFolderTest {

    private static final long SEED = 20_261_124;
    private static final int IN_BUILD = 1;
    private static final int LONG = 40;

    /** Small enough for three sealed segments. */
    private static final JournalConfig CONFIG = JournalConfig.defaults().withDurability(Durability.never())
            .withMaxSegmentBytes(1_200);

    @TempDir
    Path folder;

    private final World world = World.system(1);
    private Path data;
    private String recording;
    private JsonValue learned;
    private final Map<Path, List<LogEntry>> journals = new TreeMap<>();
    private final Map<String, byte[]> files = new TreeMap<>();
    private int copies;

    private enum Damage {
        FLIP, CUT_END, CUT_START, CUT_MIDDLE, SWAP_BLOCKS, DUPLICATE, ZEROS, EMPTY, DELETE, OTHER_FILE
    }

    @BeforeEach
    void aWholeDataFolder() throws IOException {
        data = folder.resolve("data");
        try (SignalService signals = SignalService.open(data, SignalServiceConfig.defaults().withLog(CONFIG), world)) {
            signals.inboxes().subscribe(SubscriptionRequest.of("ada", "n:*"));
            for (int i = 0; i < 20; i++) {
                signals.generate("n:" + i);
            }
            signals.inboxes().inboxOf("ada").drain(8);
            signals.inboxes().inboxOf("ada").acknowledge(8);
        }
        FileCheckpointStore.open(data, world).save("cp", JsonValue.of("state"));
        FileBanditStore bandits = FileBanditStore.open(data.resolve("learned"), world);
        bandits.teach("ada", "run1", Map.of());
        try (RecordingWriter writer = RecordingStore.open(data.resolve("recordings"), CONFIG, world)
                .create(RecordingLabel.named("r"))) {
            for (int i = 0; i < 9; i++) {
                writer.append(JournalContract.vote("v" + i), Emission.by("ada"));
            }
            writer.finish(Recording.Outcome.COMPLETE, Duration.ofMillis(1));
            recording = writer.id();
        }
        for (String name : List.of("signals", "inboxes", "recordings/" + recording)) {
            // Selecting writes the indexes of the sealed segments.
            try (FileJournal journal = FileJournal.open(data.resolve(name), CONFIG, world)) {
                journals.put(Path.of(name), journal.read(1, Integer.MAX_VALUE));
            }
        }
        learned = JsonValue.of(bandits.load("ada").toString());
        try (Stream<Path> all = Files.walk(data)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(data.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        assertThat(JournalVerification.of(data, _ -> {
        }).isSound()).isTrue();
        assertThat(files.keySet()).anyMatch(name -> name.endsWith(".index"))
                .anyMatch(name -> name.startsWith("learned/")).anyMatch(name -> name.startsWith("checkpoints/"))
                .filteredOn(name -> name.matches("signals/events-.*jsonl")).hasSizeGreaterThan(2);
    }

    @Test
    void everyFileInEveryWay() throws IOException {
        damage(IN_BUILD);
    }

    @Test
    @Tag("long")
    void everyFileInEveryWayManyTimes() throws IOException {
        damage(LONG);
    }

    @Test
    void everyTwoSegmentsThatChangePlaces() throws IOException {
        List<String> segments = files.keySet().stream().filter(name -> name.matches("signals/events.*jsonl")).toList();
        for (String one : segments) {
            for (String other : segments) {
                if (one.compareTo(other) < 0) {
                    Path copy = copy();
                    Files.write(copy.resolve(one), content(other));
                    Files.write(copy.resolve(other), content(one));
                    check(copy, one, one + " and " + other + " change places");
                }
            }
        }
    }

    @Test
    void aSegmentUnderASecondName() throws IOException {
        String segment = files.keySet().stream().filter(name -> name.matches("signals/events-.*jsonl")).findFirst()
                .orElseThrow();
        Path copy = copy();
        Files.write(copy.resolve("signals/events-00000000000000000999.jsonl"), content(segment));
        assertThat(JournalVerification.of(copy, _ -> {
        }).isSound()).isFalse();
        check(copy, segment, "a segment under a second name");
    }

    @Test
    void everyFolderThatIsGone() throws IOException {
        for (String name : List.of("signals", "inboxes", "recordings", "checkpoints", "learned")) {
            Path copy = copy();
            try (Stream<Path> all = Files.walk(copy.resolve(name))) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
            check(copy, name + "/", "without " + name);
        }
    }

    private void damage(int each) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        List<String> names = List.copyOf(files.keySet());
        for (String name : names) {
            boolean isTurn = names.indexOf(name) % 2 == 0;
            for (Damage damage : Damage.values()) {
                isTurn = !isTurn;
                if (each == IN_BUILD && hasSibling(name, names) && isTurn) {
                    continue; // Segments and indexes of one folder share the kinds of damage.
                }
                boolean isOnlyOne = damage == Damage.EMPTY || damage == Damage.DELETE;
                for (int n = 0; n < (isOnlyOne ? 1 : each); n++) {
                    Path copy = copy();
                    byte[] changed = changed(content(name), damage, besides(name, names), random);
                    if (damage == Damage.DELETE) {
                        Files.delete(copy.resolve(name));
                    } else {
                        Files.write(copy.resolve(name), changed);
                    }
                    check(copy, name, "seed " + SEED + ": " + name + ", " + damage + " " + n);
                }
            }
        }
    }

    /** True if the same folder has another file of that kind before this one. */
    private static boolean hasSibling(String name, List<String> names) {
        String kind = name.substring(name.lastIndexOf('.'));
        return besides(name, names).stream().limit(besides(name, names).indexOf(name))
                .anyMatch(other -> other.endsWith(kind));
    }

    /** An entry of another journal is as good as one of this, because a journal has no name in its lines. */
    private static List<String> besides(String name, List<String> names) {
        String place = name.substring(0, name.lastIndexOf('/') + 1);
        return names.stream().filter(other -> other.startsWith(place)).toList();
    }

    private byte[] changed(byte[] whole, Damage damage, List<String> names, SplittableRandom random) {
        if (whole.length == 0) {
            return new byte[] {(byte) random.nextInt(256)};
        }
        int at = random.nextInt(whole.length);
        int length = 1 + random.nextInt(Math.min(300, whole.length - at));
        byte[] changed = whole.clone();
        switch (damage) {
            case FLIP -> changed[at] ^= (byte) (1 << random.nextInt(8));
            case CUT_END -> changed = Arrays.copyOf(whole, at);
            case CUT_START -> changed = Arrays.copyOfRange(whole, at, whole.length);
            case CUT_MIDDLE -> changed = joined(whole, 0, at, at + length, whole.length);
            case DUPLICATE -> changed = joined(whole, 0, at + length, at, whole.length);
            case ZEROS -> Arrays.fill(changed, at, at + length, (byte) 0);
            case SWAP_BLOCKS -> {
                int half = length / 2;
                System.arraycopy(whole, at, changed, at + length - half, half);
                System.arraycopy(whole, at + half, changed, at, length - half);
            }
            case EMPTY, DELETE -> changed = new byte[0];
            case OTHER_FILE -> changed = content(names.get(random.nextInt(names.size())));
        }
        return changed;
    }

    private static byte[] joined(byte[] bytes, int from, int to, int again, int end) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, from, to - from);
        out.write(bytes, again, end - again);
        return out.toByteArray();
    }

    private void check(Path copy, String damaged, String what) {
        try {
            for (Path journal : journals.keySet()) {
                checkReading(copy.resolve(journal), entries(journal), damaged);
            }
            checkVerification(copy, damaged);
            checkStores(copy);
            checkOpening(copy);
        } catch (AssertionError | RuntimeException | IOException failed) {
            throw new AssertionError(what + " in " + copy + ": " + failed.getMessage(), failed);
        }
    }

    private void checkReading(Path journal, List<LogEntry> written, String damaged) throws IOException {
        List<LogEntry> read = read(journal);
        assertThat(written).as("read from %s", journal).matches(all -> all.containsAll(read));
        assertThat(read).extracting(LogEntry::sequence).isSorted().doesNotHaveDuplicates();
        if (read.size() < written.size() && !isBeginningDeleted(read, written, journal)) {
            boolean isRefused = false;
            boolean isSound = false;
            try {
                isSound = JournalVerification.of(journal, _ -> {
                }).isSound();
            } catch (UncheckedIOException refused) {
                requireOneRemedy(refused);
                isRefused = true;
            }
            assertThat(isRefused || !isSound).as("verification of %s without an entry, %s", journal, damaged).isTrue();
        }
    }

    /** Whole segments at the beginning are missing, as after a retention. */
    private static boolean isBeginningDeleted(List<LogEntry> read, List<LogEntry> written, Path journal)
            throws IOException {
        return !read.isEmpty() && read.equals(written.subList(written.size() - read.size(), written.size()))
                && !Files.exists(journal.resolve("events-00000000000000000001.jsonl"));
    }

    private static List<LogEntry> read(Path journal) {
        List<LogEntry> read = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(journal)) {
            reader.forEach(read::add);
        } catch (UncheckedIOException refused) {
            requireOneRemedy(refused);
        }
        return read;
    }

    /** Of a data folder, verification covers the log and the delivery facts. */
    private void checkVerification(Path copy, String damaged) {
        boolean isLog = damaged.startsWith("signals") || damaged.startsWith("inboxes");
        try {
            JournalVerification found = JournalVerification.of(copy, _ -> {
            });
            found.damages().forEach(damage -> assertThat(damage.message()).hasLineCount(1));
            if (!isLog) {
                assertThat(found.isSound()).isTrue();
            }
        } catch (UncheckedIOException refused) {
            requireOneRemedy(refused);
        }
    }

    private void checkStores(Path copy) {
        FileCheckpointStore checkpoints = FileCheckpointStore.open(copy, world);
        attempt(() -> checkpoints.load("cp").ifPresent(
                found -> assertThat(found).extracting(Checkpoint::state).isEqualTo(JsonValue.of("state"))));
        FileBanditStore bandits = FileBanditStore.open(copy.resolve("learned"), world);
        attempt(() -> assertThat(JsonValue.of(bandits.load("ada").toString())).isIn(learned,
                JsonValue.of(bandits.load("nobody").toString())));
        RecordingStore recordings = RecordingStore.open(copy.resolve("recordings"), CONFIG, world);
        attempt(() -> {
            if (recordings.exists(recording)) {
                assertThat(entries(Path.of("recordings", recording)))
                        .containsAll(recordings.signals(recording, SignalRange.ALL));
            }
        });
    }

    private void checkOpening(Path copy) {
        List<LogEntry> written = entries(Path.of("signals"));
        attempt(() -> {
            try (SignalService signals = SignalService.open(copy, SignalServiceConfig.defaults().withLog(CONFIG), world,
                    (failure, act) -> {
                    })) {
                long next = signals.generate("n:new").entry().sequence();
                assertThat(next).as("the next number").isGreaterThan(written.getLast().sequence());
                assertThat(signals.log().read(1, Integer.MAX_VALUE)).filteredOn(entry -> entry.sequence() < next)
                        .allMatch(written::contains);
            }
        });
    }

    private static void attempt(Runnable act) {
        try {
            act.run();
        } catch (IllegalStateException | UncheckedIOException refused) {
            requireOneRemedy(refused);
        }
    }

    private static void requireOneRemedy(RuntimeException refused) {
        String message = String.valueOf(refused.getMessage());
        assertThat(message).as("the message of " + refused.getClass()).isNotBlank();
        assertThat(message.lines()).as("one line and a remedy").hasSizeLessThanOrEqualTo(2);
        assertThat(message).as("a remedy").containsPattern("Maybe|does not exist|no such file");
    }

    private byte[] content(String name) {
        return Objects.requireNonNull(files.get(name), name);
    }

    private List<LogEntry> entries(Path journal) {
        return Objects.requireNonNull(journals.get(journal), journal::toString);
    }

    private Path copy() throws IOException {
        Path copy = folder.resolve("copy" + copies++);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = copy.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        return copy;
    }
}
