package dev.waggle.journal.reputation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import dev.waggle.signal.KilledProgram;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.OutcomeLog;
import dev.waggle.signal.learning.OutcomeLog.LoggedOutcome;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A crash loop in one folder: a process that tells outcomes is killed (kill -9) at random moments. The log has every
 * acknowledged outcome once, or one more, and each of them whole.
 */
class KilledOutcomesTest {

    private static final long SEED = 20_261_128;
    private static final int MAX_LINES = 400;
    private static final int IN_BUILD = 3;
    private static final int LONG = 60;

    @TempDir
    private Path folder;

    @Test
    void theLastAcknowledgedOutcomeOrTheNextIsThereAfterAKill() throws Exception {
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
            List<String> lines = KilledProgram.linesBeforeKill(1 + random.nextInt(MAX_LINES), Host.class,
                    folder.toString());
            long acknowledged = Long.parseLong(lines.getLast());
            String when = "seed " + SEED + ", kill " + kill + ", acknowledged " + acknowledged;

            List<LoggedOutcome> entries = entries(folder);
            assertThat((long) entries.size()).as(when).isBetween(acknowledged, acknowledged + 1);
            for (int i = 0; i < entries.size(); i++) {
                assertThat(entries.get(i).run()).as(when).isEqualTo("run " + (i + 1));
            }
            OutcomeLog log = FileOutcomeLog.open(folder, World.system(kill));
            int earlier = 1 + random.nextInt((int) acknowledged);
            assertThat(log.append("run " + earlier, Host.OUTCOME).appended()).as(when + ", run " + earlier).isFalse();
            assertThat(log.append("run " + acknowledged, Host.OUTCOME).appended()).as(when).isFalse();
        }
    }

    private static List<LoggedOutcome> entries(Path folder) {
        List<LoggedOutcome> entries = new ArrayList<>();
        FileOutcomeLog.open(folder, World.system(1)).read(OutcomeMark.START, entries::add);
        return entries;
    }

    /** Tells numbered outcomes and prints their numbers, until it is killed or has no reader. */
    static final class Host {

        static final JsonValue.Obj OUTCOME = new JsonObjectBuilder().with("text", "x".repeat(3_000)).json();

        private static final int MAX_ROUNDS = 10_000;

        private Host() {}

        public static void main(String[] args) {
            Path folder = Path.of(args[0]);
            OutcomeLog log = FileOutcomeLog.open(folder, World.system());
            long begun = entries(folder).size() + 1L;
            for (long number = begun; number < begun + MAX_ROUNDS && !System.out.checkError(); number++) {
                if (log.append("run " + number, OUTCOME).appended()) {
                    System.out.println(number);
                }
            }
        }
    }
}
