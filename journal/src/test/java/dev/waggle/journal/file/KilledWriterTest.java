package dev.waggle.journal.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A crash loop in one folder with small segments: a process that appends from several threads is killed (kill -9) at
 * random moments. After each kill every entry that it had acknowledged is there, once and in order.
 */
class KilledWriterTest {

    private static final long SEED = 20_261_122;
    private static final int WRITERS = 4;
    private static final int MAX_LINES = 200;

    @TempDir
    Path folder;

    @Test
    void everyAcknowledgedEntrySurvivesFortyKills() throws Exception {
        killAndCheck(40);
    }

    @Test
    @Tag("long")
    void everyAcknowledgedEntrySurvivesAThousandKills() throws Exception {
        killAndCheck(1_000);
    }

    private void killAndCheck(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Set<String> acknowledged = new HashSet<>();
        Map<String, Integer> lastOfWriter = new HashMap<>();
        long checked = 0;
        for (int kill = 1; kill <= kills; kill++) {
            Durability durability = random.nextBoolean() ? Durability.everyAppend()
                    : Durability.every(Duration.ofMillis(5));
            acknowledged.addAll(acknowledgedBeforeKill(durability, kill, 1 + random.nextInt(MAX_LINES)));
            String when = "seed " + SEED + ", kill " + kill;
            try (FileJournal journal = open(folder, Durability.never())) {
                assertThat(journal.recovery().damages()).as(when).isEmpty();
                for (LogEntry entry : journal.read(checked + 1, Integer.MAX_VALUE)) {
                    assertThat(entry.sequence()).as(when).isEqualTo(++checked);
                    acknowledged.remove(entry.signal().id());
                    int number = Integer.parseInt(entry.signal().id().substring(entry.emission().by().length() + 1));
                    Integer before = lastOfWriter.put(entry.emission().by(), number);
                    assertThat(number).as(when + ", writer " + entry.emission().by())
                            .isEqualTo(before == null ? 1 : before + 1);
                }
                assertThat(acknowledged).as(when + ", acknowledged and lost").isEmpty();
                assertThat(journal.lastSequence()).as(when).isEqualTo(checked);
            }
        }
        assertThat(SegmentFile.list(folder)).as("segments that were sealed under fire").isNotEmpty();
        assertEverythingIsThere(checked);
    }

    /** Reads everything again, independently of the journal: every line, its checksum, its number. */
    private void assertEverythingIsThere(long last) throws IOException {
        List<Path> files = new ArrayList<>(SegmentFile.list(folder).stream().map(SegmentFile::path).toList());
        files.add(folder.resolve(SegmentFile.ACTIVE));
        long next = 1;
        for (Path file : files) {
            for (String line : Files.readAllLines(file)) {
                byte[] bytes = line.getBytes(UTF_8);
                assertThat(LineCodec.isIntact(bytes)).as(file + ": " + line).isTrue();
                assertThat(line).startsWith("{\"seq\":" + next + ",");
                next++;
            }
        }
        assertThat(next).isEqualTo(last + 1);
    }

    private List<String> acknowledgedBeforeKill(Durability durability, int life, int lines) throws Exception {
        Process writer = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Writer.class.getName(), folder.toString(), durability.description(), String.valueOf(life))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader acknowledgements = writer.inputReader(UTF_8)) {
            List<String> acknowledged = new ArrayList<>();
            for (String line = acknowledgements.readLine(); line != null; line = acknowledgements.readLine()) {
                acknowledged.add(line);
                if (acknowledged.size() == lines) {
                    refusesASecondWriter(writer.pid());
                    // Killed by its handle, because its output stays readable then.
                    assertThat(writer.toHandle().destroyForcibly()).isTrue();
                }
            }
            assertThat(writer.waitFor()).as("exit code of a killed process").isNotZero();
            assertThat(acknowledged).as("what the writer of life %d said", life).hasSizeGreaterThanOrEqualTo(lines);
            return acknowledged;
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }

    private void refusesASecondWriter(long holder) {
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> open(folder, Durability.never()))
                .withMessageContaining("it is being written by process " + holder);
    }

    private static FileJournal open(Path folder, Durability durability) {
        return FileJournal.open(folder,
                JournalConfig.defaults().withDurability(durability).withMaxSegmentBytes(100_000), World.system());
    }

    /** Appends from several threads and prints each acknowledged id, until it is killed or its output has no reader. */
    static final class Writer {

        private static final int MAX_ENTRIES = 100_000;

        private Writer() {}

        public static void main(String[] args) {
            Durability durability = args[1].equals(Durability.everyAppend().description())
                    ? Durability.everyAppend()
                    : Durability.every(Duration.ofMillis(5));
            try (FileJournal journal = open(Path.of(args[0]), durability);
                    ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int w = 0; w < WRITERS; w++) {
                    String name = "life" + args[2] + "-" + w;
                    writers.execute(() -> write(journal, name));
                }
            }
        }

        private static void write(FileJournal journal, String name) {
            for (int i = 1; i <= MAX_ENTRIES; i++) {
                LogEntry entry = journal.append(JournalContract.vote(name + "-" + i), Emission.by(name),
                        JournalContract.START);
                byte[] line = (entry.signal().id() + "\n").getBytes(UTF_8);
                synchronized (Writer.class) {
                    System.out.write(line, 0, line.length);
                    System.out.flush();
                }
                if (System.out.checkError()) {
                    return;
                }
            }
        }
    }
}
