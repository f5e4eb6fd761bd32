package dev.waggle.journal.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A process that is killed while it writes: everything that it had acknowledged is there, once and in order. */
class KilledWriterTest {

    private static final int KILLS = 3;

    @TempDir
    Path folder;

    @Test
    void everyAcknowledgedEntrySurvivesAKill() throws Exception {
        Path file = folder.resolve("events.jsonl");
        for (int kill = 1; kill <= KILLS; kill++) {
            long acknowledged = acknowledgedBeforeKill(file, 300L * kill);
            try (FileJournal journal = FileJournal.open(file)) {
                List<LogEntry> log = journal.read(1, Integer.MAX_VALUE);

                assertThat(log.size()).as("kill %d", kill).isGreaterThanOrEqualTo((int) acknowledged);
                for (int i = 0; i < log.size(); i++) {
                    assertThat(log.get(i).sequence()).isEqualTo(i + 1L);
                    assertThat(log.get(i).signal().id()).isEqualTo("s" + (i + 1));
                }
            }
        }
    }

    private static long acknowledgedBeforeKill(Path file, long upTo) throws Exception {
        Process writer = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Writer.class.getName(), file.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader acknowledgements = writer.inputReader(UTF_8)) {
            long last = 0;
            for (String line = acknowledgements.readLine(); line != null; line = acknowledgements.readLine()) {
                last = Long.parseLong(line);
                if (last == upTo) {
                    refusesASecondWriter(file, writer.pid());
                    // By its handle, for that leaves what it said readable.
                    assertThat(writer.toHandle().destroyForcibly()).isTrue();
                }
            }
            assertThat(last).as("the writer ended by itself").isGreaterThanOrEqualTo(upTo);
            return last;
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }

    private static void refusesASecondWriter(Path file, long holder) {
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournal.open(file))
                .withMessageContaining("it is being written by process " + holder);
    }

    /** Appends until it is killed and says each number after it was told. */
    static final class Writer {

        private Writer() {}

        public static void main(String[] args) throws IOException {
            try (FileJournal journal = FileJournal.open(Path.of(args[0]))) {
                long next = journal.recovery().entries() + 1;
                while (true) {
                    LogEntry entry = journal.append(JournalContract.vote("s" + next), Emission.by("bus"),
                            JournalContract.START);
                    System.out.write((entry.sequence() + "\n").getBytes(UTF_8));
                    System.out.flush();
                    next++;
                }
            }
        }
    }
}
