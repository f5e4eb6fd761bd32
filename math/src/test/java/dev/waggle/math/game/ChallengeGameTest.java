package dev.waggle.math.game;

import dev.waggle.math.Trials;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** The decision to challenge, of a single agent and among other agents that could challenge. */
class ChallengeGameTest {

    private static final ChallengeGame.Payoffs PAYOFFS = ChallengeGame.Payoffs.defaults();

    @Test
    void atTheCriticalBeliefBothChoicesAreWorthTheSameAndTheTieAgrees() {
        Trials.run(200, random -> {
            double consensus = random.nextDouble();
            double stake = random.nextDouble(10);
            double critical = ChallengeGame.weigh(0.5, consensus, stake, PAYOFFS).criticalBelief();
            ChallengeGame.Decision tie = ChallengeGame.weigh(critical, consensus, stake, PAYOFFS);
            assertThat(tie.margin()).isCloseTo(0, within(1e-12));
            assertThat(tie.action()).isEqualTo(ChallengeGame.Action.AGREE);
            assertThat(ChallengeGame.weigh(critical - 1e-6, consensus, stake, PAYOFFS).action())
                    .isEqualTo(ChallengeGame.Action.CHALLENGE);
        });
    }

    @Test
    void theDisruptionGrowsWithTheStake() {
        ChallengeGame.Decision decision = ChallengeGame.weigh(1, 0, 4, new ChallengeGame.Payoffs(0, 0, 2, 0));
        assertThat(decision.challengeValue()).isEqualTo(-6); // 2 (1 + 4 / 2)
    }

    @Test
    void notEverybodyChallenges() {
        for (int players = 2; players <= 500; players++) {
            assertThat(ChallengeGame.volunteers(players, 1, 3).expectedChallengers()).isLessThan(2).isGreaterThan(1);
        }
    }

    @Test
    void whoIsIndifferentEarnsTheSameEitherWay() {
        Trials.run(200, random -> {
            int players = 2 + random.nextInt(500);
            double benefit = random.nextDouble(0.1, 10);
            double cost = benefit * random.nextDouble();
            double p = ChallengeGame.volunteers(players, cost, benefit).challengeProbability();
            double free = benefit * (1 - Math.pow(1 - p, players - 1));
            assertThat(benefit - cost).isCloseTo(free, within(1e-10));
        });
    }

    @Test
    void theMoreCouldTheLessEachDoesAndTheMoreOftenNobody() {
        Trials.run(200, random -> {
            int players = 2 + random.nextInt(100);
            double cost = random.nextDouble(0.01, 0.99);
            ChallengeGame.Volunteers few = ChallengeGame.volunteers(players, cost, 1);
            ChallengeGame.Volunteers more = ChallengeGame.volunteers(players + 1, cost, 1);
            assertThat(more.challengeProbability()).isLessThan(few.challengeProbability());
            assertThat(more.silenceProbability()).isGreaterThan(few.silenceProbability()).isLessThan(cost);
            assertThat(few.silenceProbability())
                    .isCloseTo(Math.pow(1 - few.challengeProbability(), players), within(1e-12));
        });
        assertThat(ChallengeGame.volunteers(100_000_000, 1, 3).expectedChallengers())
                .isCloseTo(Math.log(3), within(1e-6));
    }

    @Test
    void theEdgesAreCertain() {
        assertThat(ChallengeGame.volunteers(1, 1, 3)).isEqualTo(new ChallengeGame.Volunteers(1, 1, 0));
        assertThat(ChallengeGame.volunteers(1, 3, 3)).isEqualTo(new ChallengeGame.Volunteers(0, 0, 1));
        assertThat(ChallengeGame.volunteers(7, 4, 3)).isEqualTo(new ChallengeGame.Volunteers(0, 0, 1));
        assertThat(ChallengeGame.volunteers(7, 0, 3)).isEqualTo(new ChallengeGame.Volunteers(1, 7, 0));
        assertThat(ChallengeGame.volunteers(7, 0, 0)).isEqualTo(new ChallengeGame.Volunteers(0, 0, 1));
    }

    @Test
    void refusesWhatIsOutOfRange() {
        refuses(() -> ChallengeGame.weigh(Double.NaN, 0, 0, PAYOFFS), "belief");
        refuses(() -> ChallengeGame.weigh(1.1, 0, 0, PAYOFFS), "belief");
        refuses(() -> ChallengeGame.weigh(1, -0.1, 0, PAYOFFS), "groupConsensus");
        refuses(() -> ChallengeGame.weigh(1, 0, -1, PAYOFFS), "reputationStake");
        refuses(() -> ChallengeGame.weigh(1, 0, Double.MAX_VALUE, new ChallengeGame.Payoffs(0, 0, 9, 0)), "payoffs");
        refuses(() -> new ChallengeGame.Payoffs(-1, 3, 1, 1), "groupthinkCost");
        refuses(() -> ChallengeGame.volunteers(0, 1, 3), "players");
        refuses(() -> ChallengeGame.volunteers(2, -1, 3), "cost");
        refuses(() -> ChallengeGame.volunteers(2, 1, Double.NaN), "benefit");
    }

    private static void refuses(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(words);
    }

    @Test
    void theFurtherAGroupAgreesTheMoreShouldChallengeAndNeverEverybody() {
        double before = 0;
        for (double consensus : new double[] {0, 0.25, 0.5, 0.75, 1}) {
            double expected = ChallengeGame.volunteers(5, consensus, 1, PAYOFFS).expectedChallengers();
            assertThat(expected).isGreaterThan(before).isLessThan(2);
            before = expected;
        }
        assertThat(before).isCloseTo(5 * (1 - Math.pow(0.3, 0.25)), within(1e-12)); // 1.5 against 2 (1 + 1.5)
    }

    @Test
    void theLargerTheGroupTheFewerChallengeAConsensus() {
        double before = 2;
        for (int players = 2; players <= 10_000; players *= 2) {
            double expected = ChallengeGame.volunteers(players, 0.9, 1, PAYOFFS).expectedChallengers();
            assertThat(expected).isLessThan(before);
            before = expected;
        }
    }
}
