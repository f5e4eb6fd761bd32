package dev.waggle.swarm.random;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;

import dev.waggle.swarm.engine.record.EventDispatcher;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.runlog.WorkFacts;
import dev.waggle.swarm.testbed.SeededDice;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.fail;

/**
 * Random swarms that follow from seeds, with everything that goes wrong in them. In each, {@link SolveInvariants} hold,
 * the same seed gives the same log, and a replay is equal. A solve that is killed at some append and resumed is equal
 * to the uninterrupted one.
 *
 * <p>{@code -Dwaggle.seed=17} runs that seed alone.
 */
@Timeout(value = 900, threadMode = ThreadMode.SEPARATE_THREAD)
class RandomSwarmsTest {

    private static final String SEED = "waggle.seed";
    private static final Logger EVENT_LOGGER = Logger.getLogger(EventDispatcher.class.getName());

    /** Broken swarms in a failure message, enough to tell one mistake from many. */
    private static final int MOST_TOLD = 8;

    /** Maximum number of characters of a reason. */
    private static final int MOST = 3_000;

    private static Level usualLevel = Level.INFO;

    @BeforeAll
    static void silenceFailingListeners() {
        usualLevel = EVENT_LOGGER.getLevel();
        EVENT_LOGGER.setLevel(Level.OFF);
    }

    @AfterAll
    static void restoreTheLogLevel() {
        EVENT_LOGGER.setLevel(usualLevel);
    }

    @Test
    void whateverGoesWrongInAHundredSwarms() {
        Long only = Long.getLong(SEED);
        check(only == null ? LongStream.rangeClosed(1, 100) : LongStream.of(only));
    }

    @Test
    @Tag("long")
    void whateverGoesWrongInAThousandSwarms() {
        check(LongStream.rangeClosed(101, 1_000));
    }

    private static void check(LongStream seeds) {
        List<String> broken = seeds.mapToObj(RandomSwarm::of).map(RandomSwarmsTest::broken).flatMap(Optional::stream)
                .limit(MOST_TOLD).toList();
        if (!broken.isEmpty()) {
            fail(String.join("\n\n", broken));
        }
    }

    /** Description of the rules that this swarm breaks, if any. */
    private static Optional<String> broken(RandomSwarm swarm) {
        try {
            SwarmStage stage = SwarmStage.of(swarm);
            SwarmRun run = stage.solve();
            Map<String, String> broken = new LinkedHashMap<>();
            SolveInvariants.broken(run).forEach((invariant, reason) -> broken.put(invariant.name(), reason));
            SwarmRun again = SwarmStage.of(swarm).solve();
            if (!isCutOff(swarm, run)) {
                SolveInvariants.difference(run, again)
                        .ifPresent(reason -> broken.put("the same seed comes to the same", reason));
            }
            SwarmStage.after(stage.remains(), swarm).replay().divergence()
                    .ifPresent(reason -> broken.put("a replay is equal", reason));
            if (canBeKilled(swarm)) {
                killed(swarm, run).forEach((what, reason) -> broken.put("killed and resumed: " + what, reason));
            }
            return broken.isEmpty() ? Optional.empty() : Optional.of(words(swarm, broken));
        } catch (RuntimeException | Error unexpected) {
            StringWriter trace = new StringWriter();
            unexpected.printStackTrace(new PrintWriter(trace));
            return Optional.of(words(swarm, Map.of("a solve comes to an end", trace.toString())));
        }
    }

    /** True unless an inbox counts its uses or an agent fails when asked for a turn; both differ after a kill. */
    private static boolean canBeKilled(RandomSwarm swarm) {
        boolean asked = swarm.cast().stream().anyMatch(role -> role.ways().contains(RandomAgent.Way.FAILS_ASKING));
        return !asked && !swarm.troubles().contains(RandomSwarm.Trouble.BROKEN_INBOX);
    }

    /** True if the timeout may have cut off calls of models; the first to report it is a matter of chance. */
    private static boolean isCutOff(RandomSwarm swarm, SwarmRun run) {
        return swarm.troubles().contains(RandomSwarm.Trouble.SLOW_MODELS) && run.result().ending() == LoopStop.TIMEOUT;
    }

    /** Rules that break when the solve is killed at an append that the seed names, and resumed. */
    private static Map<String, String> killed(RandomSwarm swarm, SwarmRun whole) {
        Map<String, String> broken = new LinkedHashMap<>();
        int entry = SeededDice.of(swarm.seed(), "kill").between(1, whole.entries().size());
        SwarmStage first = SwarmStage.dyingAt(entry, swarm);
        try {
            first.solve();
            broken.put("at entry " + entry, "it was not killed");
        } catch (UncheckedIOException killed) {
            SwarmRun resumed = SwarmStage.after(first.remains(), swarm).solve();
            SolveInvariants.broken(resumed).forEach((invariant, reason) -> broken.put(entry + " " + invariant, reason));
            // A turn under way takes its time once more, and a call whose answer was lost is paid once more.
            if (!swarm.isSlow() && !hasLostAnswers(resumed)) {
                SolveInvariants.difference(whole, resumed).ifPresent(reason -> broken.put("at entry " + entry, reason));
            }
        }
        return broken;
    }

    private static boolean hasLostAnswers(SwarmRun run) {
        return run.entries().stream().anyMatch(entry -> entry.signal().type().equals(WorkFacts.LOST));
    }

    private static String words(RandomSwarm swarm, Map<String, String> broken) {
        StringBuilder words = new StringBuilder();
        broken.forEach((invariant, reason) -> words.append("seed ").append(swarm.seed()).append(" breaks ")
                .append(invariant).append(": ")
                .append(reason.length() <= MOST ? reason : reason.substring(0, MOST) + " ...")
                .append('\n'));
        return words + swarm.inShort() + "\nOnly this seed: mvn -pl swarm -am test -Dtest=RandomSwarmsTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -D" + SEED + "=" + swarm.seed();
    }
}
