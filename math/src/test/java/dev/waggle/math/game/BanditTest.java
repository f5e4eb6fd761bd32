package dev.waggle.math.game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.special.Beta;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Bandit algorithms: the choice of an arm, the posterior of its rate, and the regret. */
class BanditTest {

    @Test
    void armsNeverPulledComeFirstInOrder() {
        BanditTally tally = new BanditTally(3);
        assertThat(tally.ucb1Choice()).isZero();
        tally.record(0, 1);
        tally.record(1, 1);
        assertThat(tally.ucb1Choice()).isEqualTo(2);
        assertThat(BanditTally.ucb1Indices(tally.pulls(), tally.totals())[2]).isInfinite();
    }

    @Test
    void indicesEqualOnPaperAreATie() { // 0.1 + 0.2 and 0.3 of one pull each.
        assertThat(BanditTally.ucb1Choice(new long[] {1, 1}, new double[] {0.3, 0.1 + 0.2})).isZero();
    }

    @Test
    void theTallyAnswersAsItsCounts() {
        Trials.run(100, random -> {
            BanditTally tally = new BanditTally(4);
            long[] pulls = new long[4];
            double[] totals = new double[4];
            for (int pull = 0; pull < 60; pull++) {
                int arm = tally.ucb1Choice();
                assertThat(arm).isEqualTo(BanditTally.ucb1Choice(pulls, totals));
                double reward = random.nextDouble();
                tally.record(arm, reward);
                pulls[arm]++;
                totals[arm] += reward;
            }
            assertThat(tally.pulls()).containsExactly(pulls);
            assertThat(tally.totals()).containsExactly(totals);
        });
    }

    @Test
    void twoArmsCompareAsInTheClosedForm() {
        Trials.run(200, random -> {
            BanditPosterior one = new BanditPosterior(random.nextInt(300), random.nextInt(300));
            BanditPosterior other = new BanditPosterior(random.nextInt(300), random.nextInt(300));
            assertThat(BanditBestArm.probabilities(List.of(one, other))[1]).isCloseTo(beats(other, one), within(1e-10));
        });
    }

    @Test
    void narrowBeliefsAreNotSteppedOver() {
        BanditPosterior narrow = new BanditPosterior(5_000, 4_990);
        BanditPosterior close = new BanditPosterior(4_980, 5_010);
        assertThat(BanditBestArm.probabilities(List.of(close, narrow))[1])
                .isCloseTo(beats(narrow, close), within(1e-9));
        double[] surely = BanditBestArm.probabilities(List.of(new BanditPosterior(9_000_000, 0),
                new BanditPosterior(0, 9_000_000), new BanditPosterior(5, 5)));
        assertThat(surely).containsExactly(new double[] {1, 0, 0}, within(1e-6));
    }

    @Test
    void someArmIsTheBestAndEqualArmsAreEquallyOften() {
        Trials.run(50, random -> {
            List<BanditPosterior> arms = new ArrayList<>();
            for (int i = 0; i < 2 + random.nextInt(4); i++) {
                arms.add(new BanditPosterior(random.nextInt(40), random.nextInt(40)));
            }
            arms.add(arms.getFirst());
            double[] best = BanditBestArm.probabilities(arms);
            assertThat(Arrays.stream(best).sum()).isCloseTo(1, within(1e-12));
            assertThat(best[0]).isCloseTo(best[best.length - 1], within(1e-12));
        });
    }

    @Test
    void theBeliefHasTheMomentsOfItsBetaDistribution() {
        Trials.run(10, random -> {
            BanditPosterior belief = new BanditPosterior(random.nextInt(30), random.nextInt(30));
            BetaDistribution reference = new BetaDistribution(belief.alpha(), belief.beta());
            assertThat(belief.mean()).isCloseTo(reference.getNumericalMean(), within(1e-14));
            assertThat(belief.variance()).isCloseTo(reference.getNumericalVariance(), within(1e-14));
        });
    }

    @Test
    void oneArmIsNeverRegrettedHoweverLuckyItsFirstReward() {
        BanditRegret regret = BanditRegret.of(new double[] {0.5});
        for (int i = 0; i < 1_001; i++) {
            regret = regret.after(0);
        }
        assertThat(regret.regret()).isZero();
    }

    @Test
    void theRunningRegretIsTheRegretOfThePulls() {
        Trials.run(200, random -> {
            double[] means = Trials.numbers(random, 1 + random.nextInt(5), 0, 1);
            long[] pulls = new long[means.length];
            BanditRegret regret = BanditRegret.of(means);
            for (int i = 0; i < 100; i++) {
                int arm = random.nextInt(means.length);
                pulls[arm]++;
                regret = regret.after(arm);
            }
            assertThat(regret.regret()).isCloseTo(BanditRegret.pseudoRegret(means, pulls), within(1e-11));
        });
    }

    @Test
    void measuredRegretStaysBelowBothBounds() {
        double[] means = {0.8, 0.6, 0.5};
        double total = 0;
        int horizon = 500;
        for (int run = 0; run < 200; run++) {
            RandomGenerator random = Trials.chance(run);
            BanditTally tally = new BanditTally(3);
            for (int pull = 0; pull < horizon; pull++) {
                int arm = tally.ucb1Choice();
                tally.record(arm, random.nextDouble() < means[arm] ? 1 : 0);
            }
            total += BanditRegret.pseudoRegret(means, tally.pulls());
        }
        assertThat(total / 200).isLessThan(BanditRegret.ucb1Bound(means, horizon))
                .isLessThan(BanditRegret.worstCaseBound(3, horizon));
    }

    @Test
    void theWorstCaseBoundHasItsConstant() {
        assertThat(BanditRegret.worstCaseBound(1, 1_001)).isGreaterThan(8 * 83).isLessThan(8 * 84);
        assertThat(BanditRegret.worstCaseBound(5, 1)).isEqualTo(12);
    }

    @Test
    void meansEqualOnPaperHaveNoGap() {
        assertThat(BanditRegret.ucb1Bound(new double[] {0.1 + 0.2, 0.3}, 100)).isZero();
    }

    @Test
    void refusesWhatIsNoBandit() {
        refuses(() -> new BanditTally(0), "arms");
        refuses(() -> new BanditTally(2).record(2, 1), "arm");
        refuses(() -> new BanditTally(2).record(1, 1.5), "reward");
        refuses(() -> BanditTally.ucb1Choice(new long[0], new double[0]), "arms");
        refuses(() -> BanditTally.ucb1Choice(new long[] {1}, new double[2]), "one length");
        refuses(() -> BanditTally.ucb1Choice(new long[] {-1}, new double[1]), "pulls[0]");
        refuses(() -> BanditTally.ucb1Choice(new long[] {1}, new double[] {2}), "Maybe");
        refuses(() -> BanditTally.ucb1Choice(new long[] {1}, new double[] {Double.NaN}), "totals[0]");
        refuses(() -> new BanditPosterior(-1, 0), "successes");
        refuses(() -> BanditBestArm.probabilities(List.of()), "arms");
        refuses(() -> BanditBestArm.probabilities(List.of(new BanditPosterior(Long.MAX_VALUE, 1))), "trials of arm 0");
        refuses(() -> BanditRegret.of(new double[0]), "arms");
        refuses(() -> BanditRegret.of(new double[1]).after(1), "arm");
        refuses(() -> BanditRegret.pseudoRegret(new double[] {1}, new long[] {-1}), "pulls[0]");
        refuses(() -> BanditRegret.pseudoRegret(new double[] {1}, new long[2]), "one length");
        refuses(() -> BanditRegret.pseudoRegret(new double[] {Double.NaN}, new long[1]), "means[0]");
        refuses(() -> BanditRegret.ucb1Bound(new double[] {1.5}, 1), "means[0]");
        refuses(() -> BanditRegret.ucb1Bound(new double[] {0.5}, 0), "horizon");
        refuses(() -> BanditRegret.worstCaseBound(0, 1), "arms");
    }

    /** Returns the probability that the first is above the second, a finite sum for whole counts (Cook 2005). */
    private static double beats(BanditPosterior first, BanditPosterior second) {
        double sum = 0;
        for (int i = 0; i < first.alpha(); i++) {
            sum += Math.exp(Beta.logBeta(second.alpha() + i, second.beta() + first.beta())
                    - Math.log(first.beta() + i) - Beta.logBeta(1 + i, first.beta())
                    - Beta.logBeta(second.alpha(), second.beta()));
        }
        return sum;
    }

    private static void refuses(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(words);
    }
}
