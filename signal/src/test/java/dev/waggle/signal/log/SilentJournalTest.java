package dev.waggle.signal.log;

import dev.waggle.signal.Samples;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class SilentJournalTest {

    private final Journal journal = Journal.silent();

    @Test
    void entriesAreNumberedAndNotKept() {
        for (long i = 1; i <= 3; i++) {
            LogEntry entry = journal.append(Samples.discovery("d" + i, "x"), Emission.by("x"), Samples.T);

            assertThat(entry.sequence()).isEqualTo(i);
        }
        assertThat(journal.read(1, 10)).isEmpty();
    }

    @Test
    void aClosedOneTakesNothing() {
        journal.close();
        journal.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> journal.append(Samples.discovery("d1", "x"), Emission.by("x"), Samples.T))
                .withMessageContaining("signal d1 was not appended");
    }
}
