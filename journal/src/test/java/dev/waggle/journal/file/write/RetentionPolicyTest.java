package dev.waggle.journal.file.write;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.Journals;
import dev.waggle.journal.file.RetentionPolicy;
import dev.waggle.journal.file.RetentionPolicy.SegmentSize;
import dev.waggle.journal.file.StoppingDisk;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Retention deletes the oldest sealed segments, whole, and never the one that is being written. */
class RetentionPolicyTest {

    private static final Instant NOW = Journals.START.plusSeconds(1_000);

    private static final List<SegmentSize> SIZES = List.of(new SegmentSize(100, NOW.minusSeconds(300)),
            new SegmentSize(100, NOW.minusSeconds(200)), new SegmentSize(100, NOW.minusSeconds(100)));

    @TempDir
    Path folder;

    @Test
    void nothingGoesWithoutABound() {
        assertThat(RetentionPolicy.forever().surplusCount(SIZES, Long.MAX_VALUE / 2, NOW)).isZero();
    }

    @Test
    void tooManyBytesTakeTheOldest() {
        assertThat(bytes(350).surplusCount(SIZES, 50, NOW)).isZero();
        assertThat(bytes(349).surplusCount(SIZES, 50, NOW)).isEqualTo(1);
        assertThat(bytes(150).surplusCount(SIZES, 50, NOW)).isEqualTo(2);
        assertThat(bytes(1).surplusCount(SIZES, 50, NOW)).as("the last one stays").isEqualTo(2);
    }

    @Test
    void aSegmentGoesWhenItsLastEntryIsTooOld() {
        assertThat(age(300).surplusCount(SIZES, 50, NOW)).isZero();
        assertThat(age(299).surplusCount(SIZES, 50, NOW)).isEqualTo(1);
        assertThat(age(99).surplusCount(SIZES, 50, NOW)).as("the last one stays").isEqualTo(2);
    }

    @Test
    void aYoungSegmentKeepsThoseBehindIt() {
        List<SegmentSize> steppedBack = List.of(SIZES.get(2), SIZES.get(0));

        assertThat(age(150).surplusCount(steppedBack, 0, NOW)).isZero();
    }

    @Test
    void aStopAtAnyPointLeavesAnUnbrokenJournal() throws IOException {
        for (int operations = 0; operations < 7; operations++) {
            Path journal = folder.resolve("stop" + operations);
            List<LogEntry> all = Journals.write(journal, 4, 10);
            try {
                SegmentRotation.deleteSurplus(age(1), journal, Journals.START.plusSeconds(25),
                        new StoppingDisk(operations));
            } catch (IOException stopped) {
                assertThat(stopped).hasMessage("the disk has stopped");
            }
            try (JournalReader reader = JournalReader.open(journal)) {
                List<LogEntry> read = Journals.all(reader);
                assertThat(reader.damages()).as("after %d operations", operations).isEmpty();
                assertThat(read).isEqualTo(all.subList(all.size() - read.size(), all.size()));
                assertThat(read.size()).as("after %d operations", operations)
                        .isEqualTo(operations < 1 ? 40 : operations < 3 ? 30 : 20);
            }
        }
    }

    private static RetentionPolicy bytes(long max) {
        return new RetentionPolicy(max, null);
    }

    private static RetentionPolicy age(long seconds) {
        return new RetentionPolicy(null, Duration.ofSeconds(seconds));
    }
}
