package dev.waggle.journal.redaction;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.repair.LeftoverFiles;
import dev.waggle.signal.KilledProgram;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A crash loop: a process that writes a secret and redacts it, again and again, is killed (kill -9) at random moments.
 * A secret of which the redaction was acknowledged stands nowhere, and the last one everywhere or nowhere.
 */
class KilledRedactionTest {

    private static final long SEED = 20_261_130;
    private static final int MAX_LINES = 8;
    private static final int IN_BUILD = 3;
    private static final int LONG = 100;

    @TempDir
    private Path folder;

    @Test
    void isDoneOrNotBegunAfterAKill() throws Exception {
        kill(IN_BUILD);
    }

    @Test
    @Tag("long")
    void theSameAfterManyKills() throws Exception {
        kill(LONG);
    }

    private void kill(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int kill = 0; kill < kills; kill++) {
            Path data = folder.resolve("data" + kill);
            List<String> lines = KilledProgram.linesBeforeKill(1 + random.nextInt(MAX_LINES), Redactor.class,
                    data.toString(), Long.toString(random.nextLong()));
            int redacted = Integer.parseInt(lines.getLast());
            String when = "seed " + SEED + ", kill " + kill + ", redacted " + redacted;

            RedactableFolder.requireSoundJournals(data);
            FileJournal.open(data.resolve("signals")).close();
            RedactableFolder.requireSoundJournals(data);

            String all = String.join("", RedactableFolder.content(data).values());
            for (int number = 0; number <= redacted; number++) {
                assertThat(all).as(when).doesNotContain(Redactor.secret(number));
            }
            assertThat(LeftoverFiles.in(data)).as(when).isEmpty();
            String last = Redactor.secret(redacted + 1);
            boolean isInLog = RedactableFolder.content(data.resolve("signals")).toString().contains(last);
            boolean isInRecording = RedactableFolder.content(data.resolve("recordings")).toString().contains(last);
            // The writer may have been killed between the two journals, so the recording may lack the last secret.
            assertThat(isInRecording && !isInLog).as(when).isFalse();
        }
    }

    @Test
    void aSecondProcessIsRefusedWhileOneRedacts() throws Exception {
        Path data = RedactableFolder.fill(folder.resolve("held"));
        Process holder = KilledProgram.start(Holder.class, data.toString());
        try (BufferedReader out = holder.inputReader(UTF_8)) {
            assertThat(out.readLine()).isEqualTo("held");

            assertThatThrownBy(() -> JournalRedaction.of(data).withLockWait(Duration.ofMillis(50))
                    .redact(List.of(RedactionTarget.ofSignal("secret")))).isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("is being written by process " + holder.pid())
                    .hasMessageContaining("Maybe end that one");

            assertThat(holder.toHandle().destroyForcibly()).isTrue();
            RedactionReport done = JournalRedaction.of(data).withLockWait(Duration.ofSeconds(30))
                    .redact(List.of(RedactionTarget.ofSignal("secret")));
            assertThat(done.isChanged()).isTrue();
            assertThat(RedactableFolder.withSecret(data)).isEmpty();
        } finally {
            holder.destroyForcibly().waitFor();
        }
    }

    /** Holds the lock of a recording until it is killed. */
    static final class Holder {

        private Holder() {}

        public static void main(String[] args) throws IOException {
            try (FileJournal _ = FileJournal.open(Path.of(args[0], "recordings", "rec_1"))) {
                System.out.println("held");
                int _ = System.in.read();
            }
        }
    }

    /** Writes numbered secrets into two journals, redacts each and prints its number, until it is killed. */
    static final class Redactor {

        private static final int MAX_SECRETS = 1_000;

        private Redactor() {}

        static String secret(int number) {
            return "the secret of number " + number + " is told";
        }

        public static void main(String[] args) {
            Path data = Path.of(args[0]);
            World world = World.system(Long.parseLong(args[1]));
            for (int number = 0; number < MAX_SECRETS && !System.out.checkError(); number++) {
                write(data.resolve("signals"), number, world);
                write(data.resolve("recordings/rec_1"), number, world);
                Checkpoint _ = FileCheckpointStore.open(data, world).save("Solve-1", JsonValue.of(secret(number)));
                RedactionReport done = JournalRedaction.of(data).withWorld(world)
                        .redact(List.of(RedactionTarget.ofSignal("secret" + number)));
                if (done.files().size() == 3) {
                    System.out.println(number);
                }
            }
        }

        private static void write(Path folder, int number, World world) {
            try (FileJournal journal = FileJournal.open(folder, JournalConfig.defaults()
                    .withDurability(Durability.never()).withMaxSegmentBytes(2_000), world)) {
                LogEntry _ = journal.append(RedactableFolder.said("secret" + number, "ada", secret(number)),
                        Emission.by("ada"), RedactableFolder.START);
            }
        }
    }
}
