package dev.waggle.swarm.reaction;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.learning.ArmEvidence;
import dev.waggle.swarm.reaction.LearningChooser.RewardSample;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class ThompsonBanditTest {

    private static final long SEED = 7;

    private final SampleLog log = new SampleLog();
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
    @DisplayName("C18 feedback adds up along the same vector, by the formula")
    void learningFollowsTheFormula() {
        ThompsonBandit bandit = new ThompsonBandit();
        bandit.learn(List.of(new RewardSample(ReactionStrategy.PROPOSE, task, 0.5)));

        ArmEvidence arm = bandit.learned().getOrDefault(ReactionStrategy.PROPOSE, ArmEvidence.none(ContextVector.SIZE));
        for (int i = 0; i < ContextVector.SIZE; i++) {
            double x = task.numbers().get(i);
            assertThat(arm.precision().get(i)).isCloseTo(x * x, within(1e-12));
            assertThat(arm.weighted().get(i)).isCloseTo(x * 0.5, within(1e-12));
        }
        assertThat(bandit.learned()).containsOnlyKeys(ReactionStrategy.PROPOSE);
    }

    @Test
    void drawsScatterAroundTheMeanByTheVariance() {
        ContextVector one = new ContextVector(Stream.concat(Stream.of(1.0), Collections.nCopies(15, 0.0).stream())
                .toList());
        ThompsonBandit bandit = new ThompsonBandit();
        // After 4 lessons of 1 and 0 the weights have the means 1 and 0 and the standard deviation 1/2 each.
        for (int i = 0; i < 4; i++) {
            bandit.learn(List.of(new RewardSample(ReactionStrategy.PROPOSE, one, 1),
                    new RewardSample(ReactionStrategy.CHALLENGE, one, 0)));
        }

        Map<ReactionStrategy, Integer> chosen = choices(bandit,
                EnumSet.of(ReactionStrategy.PROPOSE, ReactionStrategy.CHALLENGE), one);

        // Normal(1, sqrt(1/2)) is above 0 with probability 0.921; one choice in ten is even chance.
        assertThat(chosen.get(ReactionStrategy.PROPOSE)).isBetween(850, 910);
    }

    @Test
    @DisplayName("C6 a thousand choices stay among the arms")
    void itChoosesAmongTheArmsOnly() {
        EnumSet<ReactionStrategy> arms = EnumSet.of(ReactionStrategy.ANALYZE, ReactionStrategy.CHALLENGE);
        Map<ReactionStrategy, Integer> chosen = choices(new ThompsonBandit(), arms, task);

        assertThat(chosen).containsOnlyKeys(ReactionStrategy.ANALYZE, ReactionStrategy.CHALLENGE);
        assertThat(chosen.values()).allMatch(times -> times > 300);
    }

    @Test
    void itPrefersWhatWasRewardedAndStillTriesTheRest() {
        ThompsonBandit bandit = new ThompsonBandit();
        for (int i = 0; i < 200; i++) {
            bandit.learn(List.of(new RewardSample(ReactionStrategy.PROPOSE, task, 1),
                    new RewardSample(ReactionStrategy.CHALLENGE, task, 0)));
        }

        Map<ReactionStrategy, Integer> chosen = choices(bandit,
                EnumSet.of(ReactionStrategy.PROPOSE, ReactionStrategy.CHALLENGE), task);

        assertThat(chosen.get(ReactionStrategy.PROPOSE)).isBetween(900, 999);
    }

    @Test
    void itExpectsTheMeanOfItsRewardsAndAHalfWhereItKnowsLittle() {
        ThompsonBandit bandit = new ThompsonBandit();
        assertThat(bandit.expectedReward()).isEqualTo(0.5);
        bandit.learn(List.of(new RewardSample(ReactionStrategy.PROPOSE, task, 1),
                new RewardSample(ReactionStrategy.CHALLENGE, task, 0.6)));

        assertThat(bandit.expectedReward()).isCloseTo((0.5 + 1 + 0.6) / 3, within(1e-12));
    }

    @Test
    void whatWasLearnedCanBeKept() {
        ThompsonBandit bandit = new ThompsonBandit();
        bandit.learn(List.of(new RewardSample(ReactionStrategy.SUPPORT, task, 1)));

        assertThat(new ThompsonBandit(bandit.learned()).learned()).isEqualTo(bandit.learned());
    }

    @Test
    void manyThreadsLearnAsOneWould() {
        ThompsonBandit together = new ThompsonBandit();
        ThompsonBandit alone = new ThompsonBandit();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 500; i++) {
                var _ = threads
                        .submit(() -> together.learn(List.of(new RewardSample(ReactionStrategy.ANALYZE, task, 1))));
            }
        }
        for (int i = 0; i < 500; i++) {
            alone.learn(List.of(new RewardSample(ReactionStrategy.ANALYZE, task, 1)));
        }

        assertThat(together.learned()).isEqualTo(alone.learned());
    }

    @Test
    void badNumbersAreRefused() {
        ThompsonBandit bandit = new ThompsonBandit();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RewardSample(ReactionStrategy.ANALYZE, task, Double.NaN))
                .withMessageContaining("NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ThompsonBandit(Map.of(ReactionStrategy.ANALYZE, ArmEvidence.none(3))))
                .withMessageContaining("analyze").withMessageContaining("3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ContextVector(List.of(1.0))).withMessageContaining("16");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ContextVector(Collections.nCopies(ContextVector.SIZE, Double.NaN)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit.choose(EnumSet.noneOf(ReactionStrategy.class), task, new Random(SEED)));
    }

    private Map<ReactionStrategy, Integer> choices(ThompsonBandit bandit, EnumSet<ReactionStrategy> arms,
            ContextVector context) {
        Random random = new Random(SEED);
        Map<ReactionStrategy, Integer> chosen = new EnumMap<>(ReactionStrategy.class);
        for (int i = 0; i < 1_000; i++) {
            chosen.merge(bandit.choose(arms, context, random), 1, Integer::sum);
        }
        return chosen;
    }
}
