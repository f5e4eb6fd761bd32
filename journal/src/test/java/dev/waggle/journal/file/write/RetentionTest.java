package dev.waggle.journal.file.write;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.waggle.journal.file.Retention.Size;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.Journals;
import dev.waggle.journal.file.Retention;
import dev.waggle.journal.file.StoppingDisk;

import static org.assertj.core.api.Assertions.assertThat;

/** The oldest sealed segments go, whole, and never the one that is being written. Issue 4, item 1. */
class RetentionTest {

    private static final Instant NOW = Journals.START.plusSeconds(1_000);

    private static final List<Size> SIZES = List.of(new Size(100, NOW.minusSeconds(300)),
            new Size(100, NOW.minusSeconds(200)), new Size(100, NOW.minusSeconds(100)));

    @TempDir
    Path folder;

    @Test
    void nothingGoesWithoutABound() {
        assertThat(Retention.forever().surplus(SIZES, Long.MAX_VALUE / 2, NOW)).isZero();
    }

    @Test
    void tooManyBytesTakeTheOldest() {
        assertThat(bytes(350).surplus(SIZES, 50, NOW)).isZero();
        assertThat(bytes(349).surplus(SIZES, 50, NOW)).isEqualTo(1);
        assertThat(bytes(150).surplus(SIZES, 50, NOW)).isEqualTo(2);
        assertThat(bytes(1).surplus(SIZES, 50, NOW)).as("the last one stays").isEqualTo(2);
    }

    @Test
    void aSegmentGoesWhenItsLastEntryIsTooOld() {
        assertThat(age(300).surplus(SIZES, 50, NOW)).isZero();
        assertThat(age(299).surplus(SIZES, 50, NOW)).isEqualTo(1);
        assertThat(age(99).surplus(SIZES, 50, NOW)).as("the last one stays").isEqualTo(2);
    }

    @Test
    void aYoungSegmentKeepsThoseBehindIt() {
        List<Size> steppedBack = List.of(SIZES.get(2), SIZES.get(0));

        assertThat(age(150).surplus(steppedBack, 0, NOW)).isZero();
    }

    @Test
    void aStopAtAnyPointLeavesAnUnbrokenJournal() throws IOException {
        for (int operations = 0; operations < 7; operations++) {
            Path journal = folder.resolve("stop" + operations);
            List<LogEntry> all = Journals.write(journal, 4, 10);
            try {
                Rotation.deleteSurplus(age(1), journal, Journals.START.plusSeconds(25), new StoppingDisk(operations));
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

    private static Retention bytes(long most) {
        return new Retention(most, null);
    }

    private static Retention age(long seconds) {
        return new Retention(null, Duration.ofSeconds(seconds));
    }
}
