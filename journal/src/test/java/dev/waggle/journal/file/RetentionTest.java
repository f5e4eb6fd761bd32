package dev.waggle.journal.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Retention of sealed segments, two entries each, in an open journal that is being written. */
class RetentionTest {

    private static final long EACH = 2;

    @TempDir
    Path folder;

    private final FaultyDisk disk = new FaultyDisk();
    private final ManualWorld world = new ManualWorld(JournalContract.START, 1);

    @Test
    void keepsNoMoreBytesThanItMayAndOneSegment() throws IOException {
        long segment;
        try (FileJournal journal = open(null, null)) {
            fill(journal, EACH + 1);
            segment = Files.size(SegmentFile.list(folder).getFirst().path());
        }
        try (FileJournal journal = open(3 * segment + segment / 2, null)) {
            for (int i = 0; i < 20; i++) {
                fill(journal, 1);
                assertThat(SegmentFile.list(folder)).as("after entry %d", journal.lastSequence())
                        .hasSize(Math.toIntExact(Math.min(3, (journal.lastSequence() - 1) / EACH)));
            }
            assertThat(numbers(journal.read(1, 99))).isEqualTo(numbers(17, 23));
            assertThat(journal.read(17, 99)).hasSize(7);
            assertThat(journal.backgroundFailures()).isEmpty();
        }
        try (FileJournal journal = open(3 * segment + segment / 2, null)) {
            assertThat(journal.lastSequence()).isEqualTo(23);
            fill(journal, 1);
            assertThat(numbers(journal.read(1, 99))).isEqualTo(numbers(19, 24));
        }
    }

    @Test
    void keepsWhatIsYoungAndLooksWhenItIsOpened() throws IOException {
        try (FileJournal journal = open(null, Duration.ofHours(1))) {
            fill(journal, 7);
            world.advance(Duration.ofMinutes(40));
            fill(journal, 2);
            assertThat(numbers(journal.read(1, 99))).isEqualTo(numbers(1, 9));
            world.advance(Duration.ofMinutes(40));
        }
        try (FileJournal journal = open(null, Duration.ofHours(1))) {
            assertThat(numbers(journal.read(1, 99))).isEqualTo(numbers(7, 9));
            fill(journal, 1);
            assertThat(numbers(journal.read(1, 99))).isEqualTo(numbers(7, 10));
        }
    }

    @Test
    void aReaderGoesOnBehindWhatIsGone() throws IOException {
        try (FileJournal journal = open(null, Duration.ofHours(1))) {
            fill(journal, 5);
            try (JournalReader reader = JournalReader.open(folder)) {
                world.advance(Duration.ofHours(2));
                fill(journal, 2);

                List<LogEntry> read = Journals.all(reader);
                assertThat(read.getLast().sequence()).isEqualTo(7);
                assertThat(reader.damages()).isEmpty();
            }
        }
    }

    /** The segment was sealed, everything old was deleted, and nothing more could be written afterwards. */
    @Test
    void numbersGoOnWhenTheActiveSegmentIsEmptyAndAllElseIsOld() throws IOException {
        for (RetentionPolicy least : List.of(new RetentionPolicy(1L, null),
                new RetentionPolicy(null, Duration.ofSeconds(1)))) {
            Path place = folder.resolve(least.toString());
            JournalConfig config = config(least);
            try (FileJournal journal = FileJournal.open(place, config, world, disk)) {
                fill(journal, 3 * EACH);
                world.advance(Duration.ofDays(1));
                disk.fullAfter = 0;
                assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> fill(journal, 1));
                disk.fullAfter = Long.MAX_VALUE;
            }
            assertThat(place.resolve(SegmentFile.ACTIVE)).isEmptyFile();
            try (FileJournal journal = FileJournal.open(place, config, world, disk)) {
                assertThat(journal.lastSequence()).isEqualTo(3 * EACH);
                assertThat(journal.append(JournalContract.vote("next"), Emission.by("bus"), world.now()).sequence())
                        .isEqualTo(3 * EACH + 1);
                assertThat(numbers(journal.read(1, 99))).isEqualTo(numbers(2 * EACH + 1, 3 * EACH + 1));
            }
        }
    }

    @Test
    void whatCannotBeTakenAwayHarmsNoAppendAndGoesNextTime() throws IOException {
        try (FileJournal journal = open(1L, null)) {
            fill(journal, 2 * EACH);
            disk.failingDeletesOf = "events-%020d.jsonl".formatted(1);
            fill(journal, 1);

            assertThat(journal.backgroundFailures()).singleElement().satisfies(trouble -> {
                assertThat(trouble.description())
                        .isEqualTo("old segments could not be deleted; next try when the next one is sealed");
                assertThat(trouble.cause()).hasMessage("Input/output error");
            });
            assertThat(numbers(journal.read(1, 99))).isEqualTo(numbers(1, 5));
            disk.failingDeletesOf = "";
            fill(journal, EACH);
            assertThat(numbers(journal.read(1, 99))).isEqualTo(numbers(5, 7));
            assertThat(journal.backgroundFailures()).hasSize(1);
        }
    }

    private FileJournal open(@Nullable Long maxBytes, @Nullable Duration maxAge) {
        return FileJournal.open(folder, config(new RetentionPolicy(maxBytes, maxAge)), world, disk);
    }

    private static JournalConfig config(RetentionPolicy retention) {
        return JournalConfig.defaults().withDurability(Durability.everyAppend()).withMaxSegmentBytes(400)
                .withRetention(retention);
    }

    private void fill(FileJournal journal, long count) {
        for (long i = 0; i < count; i++) {
            journal.append(JournalContract.vote("s" + i), Emission.by("bus"), world.now());
        }
    }

    private static List<Long> numbers(List<LogEntry> entries) {
        return entries.stream().map(LogEntry::sequence).toList();
    }

    private static List<Long> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }
}
