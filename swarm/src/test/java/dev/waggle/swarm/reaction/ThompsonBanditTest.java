package dev.waggle.swarm.reaction;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.waggle.signal.Payload;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class ThompsonBanditTest {

    private static final long SEED = 7;

    private final Log log = new Log();
    private final ContextVector task = ContextVector.of(log.all().getFirst(), Personality.ANALYTICAL);

    @Test
    @DisplayName("C18 the bandit gets sixteen numbers in the documented order")
    void theVectorHasTheDocumentedOrder() {
        ContextVector vote = ContextVector.of(log.says("a", new Payload.Vote("p", Payload.Stance.AGREE, null, 1), 0.3),
                new Personality(0.1, 0.2, 0.4, 0.6));

        assertThat(vote.numbers()).containsExactly(0.3, 0.1, 0.2, 0.4, 0.6, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0,
                0.0, 0.0, 0.0);
        assertThat(task.numbers()).startsWith(1.0, 0.8, 0.6, 0.4, 0.5, 1.0, 0.0);
    }

    @Test
    @DisplayName("C18 feedback moves the belief along the same vector, by the formula")
    void learningFollowsTheFormula() {
        ThompsonBandit bandit = new ThompsonBandit();
        bandit.learn(Strategy.PROPOSE, task, 0.5);

        ThompsonBandit.Arm arm = bandit.learned().getOrDefault(Strategy.PROPOSE, ThompsonBandit.Arm.PRIOR);
        for (int i = 0; i < ContextVector.SIZE; i++) {
            double x = task.numbers().get(i);
            double precision = 1 / 1000.0 + x * x;
            assertThat(arm.variance().get(i)).isCloseTo(1 / precision, within(1e-9));
            assertThat(arm.mean().get(i)).isCloseTo(x * 0.5 / precision, within(1e-9));
        }
        assertThat(bandit.learned()).containsOnlyKeys(Strategy.PROPOSE);
    }

    @Test
    @DisplayName("C6 a thousand choices stay among the arms")
    void itChoosesAmongTheArmsOnly() {
        EnumSet<Strategy> arms = EnumSet.of(Strategy.ANALYZE, Strategy.CHALLENGE);
        Map<Strategy, Integer> chosen = choices(new ThompsonBandit(), arms);

        assertThat(chosen).containsOnlyKeys(Strategy.ANALYZE, Strategy.CHALLENGE);
        assertThat(chosen.values()).allMatch(times -> times > 300);
    }

    @Test
    void itPrefersWhatWasRewardedAndStillTriesTheRest() {
        ThompsonBandit bandit = new ThompsonBandit();
        for (int i = 0; i < 200; i++) {
            bandit.learn(Strategy.PROPOSE, task, 1);
            bandit.learn(Strategy.CHALLENGE, task, 0);
        }

        Map<Strategy, Integer> chosen = choices(bandit, EnumSet.of(Strategy.PROPOSE, Strategy.CHALLENGE));

        assertThat(chosen.get(Strategy.PROPOSE)).isBetween(900, 999);
    }

    @Test
    void whatWasLearnedCanBeKept() {
        ThompsonBandit bandit = new ThompsonBandit();
        bandit.learn(Strategy.SUPPORT, task, 1);

        assertThat(new ThompsonBandit(bandit.learned()).learned()).isEqualTo(bandit.learned());
    }

    @Test
    void manyThreadsLearnAsOneWould() {
        ThompsonBandit together = new ThompsonBandit();
        ThompsonBandit alone = new ThompsonBandit();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 500; i++) {
                var _ = threads.submit(() -> together.learn(Strategy.ANALYZE, task, 1));
            }
        }
        for (int i = 0; i < 500; i++) {
            alone.learn(Strategy.ANALYZE, task, 1);
        }

        assertThat(together.learned()).isEqualTo(alone.learned());
    }

    @Test
    void badNumbersAreRefused() {
        ThompsonBandit bandit = new ThompsonBandit();

        assertThatIllegalArgumentException().isThrownBy(() -> bandit.learn(Strategy.ANALYZE, task, Double.NaN))
                .withMessageContaining("NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ContextVector(List.of(1.0))).withMessageContaining("16");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ContextVector(Collections.nCopies(ContextVector.SIZE, Double.NaN)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit.choose(EnumSet.noneOf(Strategy.class), task, new Random(SEED)));
    }

    private Map<Strategy, Integer> choices(ThompsonBandit bandit, EnumSet<Strategy> arms) {
        Random random = new Random(SEED);
        Map<Strategy, Integer> chosen = new EnumMap<>(Strategy.class);
        for (int i = 0; i < 1_000; i++) {
            chosen.merge(bandit.choose(arms, task, random), 1, Integer::sum);
        }
        return chosen;
    }
}
