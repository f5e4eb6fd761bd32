package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

import dev.waggle.math.information.Entropy;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.dynamics.DampingClassifierLens.DampingReading;
import dev.waggle.swarm.lens.dynamics.DampingClassifierLens.Regime;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.VoteShare;
import dev.waggle.swarm.lens.runner.WeightedVotes;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class DampingClassifierLensTest {

    private static final Lens<DampingReading> LENS = LensCatalog.DAMPING_CLASSIFIER;
    private static final double WEIGHT = 9;

    private final HandFed<DampingReading> rounds = HandFed.of(LENS, 1_000, "a", "b", "c");

    /** The confidence of a vote for A at which the two voters leave that normalised entropy, 0.35..1. */
    private static double confidence(double entropy) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            double nats = VoteShare.nats(WEIGHT * (1 + middle));
            double share = 1 / (1 + Math.exp(nats * VoteShare.worth(WEIGHT * (1 - middle))));
            if (Entropy.bits(new double[] {share, 1 - share}) < entropy) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private static List<List<LensSwarm.Line>> script(int length, IntToDoubleFunction entropy) {
        List<List<LensSwarm.Line>> script = new ArrayList<>();
        for (int k = 0; k < length; k++) {
            List<LensSwarm.Line> lines = new ArrayList<>();
            if (k == 0) {
                lines.addAll(List.of(proposes("a", "A", 0.5), proposes("b", "B", 0.5),
                        LensSwarm.says("b", WeightedVotes.of("B", WEIGHT, 1))));
            }
            lines.add(LensSwarm.says("a", WeightedVotes.of("A", WEIGHT, confidence(entropy.applyAsDouble(k)))));
            script.add(lines);
        }
        return script;
    }

    private static LensSwarm swarm(int length, IntToDoubleFunction entropy) {
        LensSwarm swarm = new LensSwarm("a", "b", "c");
        script(length, entropy).forEach(lines -> swarm.round(lines.toArray(LensSwarm.Line[]::new)));
        return swarm;
    }

    private DampingReading after(int length, IntToDoubleFunction entropy) {
        script(length, entropy).forEach(rounds::round);
        return rounds.reading();
    }

    /** A response from 1 at rest. */
    private static double swing(double zeta, double frequency, double t) {
        double damped = frequency * Math.sqrt(1 - zeta * zeta);
        return Math.exp(-zeta * frequency * t)
                * (Math.cos(damped * t) + zeta * frequency / damped * Math.sin(damped * t));
    }

    private static double creep(double zeta, double frequency, double t) {
        double slow = frequency * (zeta - Math.sqrt(zeta * zeta - 1));
        double fast = frequency * (zeta + Math.sqrt(zeta * zeta - 1));
        return 0.5 * Math.exp(-fast * t) + 0.5 * Math.exp(-slow * t);
    }

    @Test
    void raisesAnAlarmAndMissesAMediatorWhenTheUncertaintySwingsMoreAndMore() {
        IntToDoubleFunction growing = k -> 0.72 + 0.05 * Math.exp(0.16 * k) * Math.cos(1.2 * k);

        LensSwarm.Outcome alone = swarm(10, growing).solveOnlyWith(LENS);

        assertThat(alone.findingsOf(LENS)).extracting(Finding::kind)
                .startsWith(Finding.Kind.SETTLE, Finding.Kind.GAP);
        assertThat(alone.events()).contains("ending max-rounds");
        assertThat(after(10, growing).regime()).isEqualTo(Regime.GROWING);
        assertThat(rounds.reading().settlingRounds()).isEmpty();
        assertThat(swarm(10, growing).solve(MathConfig.watching()).events())
                .isNotEqualTo(swarm(10, growing).solve(MathConfig.watching().without(LENS)).events());
    }

    @Test
    void missesAMediatorWhenTheUncertaintyKeepsSwinging() {
        LensSwarm.Outcome alone = swarm(9, k -> 0.72 + 0.2 * swing(0.05, 1.2, k)).solveOnlyWith(LENS);

        assertThat(alone.findingsOf(LENS)).isNotEmpty().allSatisfy(
                finding -> assertThat(finding).isInstanceOfSatisfying(Finding.Gap.class,
                        gap -> assertThat(gap.role()).isEqualTo("mediator")));
    }

    @Test
    void raisesAnAlarmWhenTheUncertaintyFellAtOnceAndCreepsSince() {
        LensSwarm.Outcome alone = swarm(9, k -> 0.5 + 0.45 * creep(4, 0.5, k)).solveOnlyWith(LENS);

        assertThat(alone.findingsOf(LENS)).isNotEmpty().allSatisfy(
                finding -> assertThat(finding).isInstanceOfSatisfying(Finding.Settle.class,
                        settle -> assertThat(settle.reason()).isEqualTo(MathStopReason.ALGEDONIC_EMERGENCY)));
    }

    @Test
    void changesNothingWhereTheUncertaintySettles() {
        LensSwarm settling = swarm(9, k -> 0.7 + 0.25 * swing(0.6, 0.9, k));

        assertThat(settling.solve().events()).isEqualTo(settling.solveWithout(LENS).events());
        assertThat(settling.solveOnlyWith(LENS).findingsOf(LENS)).isEmpty();
    }

    @Test
    void findsTheDampingOfAnExactResponse() {
        DampingReading reading = after(12, k -> 0.72 + 0.2 * swing(0.2, 1, k));

        assertThat(reading.regime()).isEqualTo(Regime.UNDERDAMPED);
        assertThat(reading.dampingRatio().orElseThrow()).isCloseTo(0.2, within(1e-5));
        assertThat(reading.naturalFrequency().orElseThrow()).isCloseTo(1 / (2 * Math.PI), within(1e-5));
        assertThat(reading.settlingRounds()).hasValue((int) Math.ceil(-Math.log(0.05 * Math.sqrt(0.96)) / 0.2));
        assertThat(reading.oscillationCount()).isEqualTo(3);
        assertThat(reading.fit().orElseThrow()).isCloseTo(1, within(1e-9));
    }

    @Test
    void anOverdampedResponseIsNotCalledCritical() {
        DampingReading reading = after(12, k -> 0.5 + 0.45 * creep(1.5, 0.5, k));

        assertThat(reading.regime()).isEqualTo(Regime.OVERDAMPED);
        assertThat(reading.dampingRatio().orElseThrow()).isCloseTo(1.5, within(1e-4));
        assertThat(rounds.all()).isEmpty();
    }

    @Test
    void aConstantUncertaintyHasNoDamping() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        for (int round = 1; round <= 8; round++) {
            rounds.round(agrees("a", "A", 0.1 * round), agrees("b", "B", 0.1 * round));
        }
        assertThat(rounds.reading().regime()).isEqualTo(Regime.UNDETERMINED);
        assertThat(rounds.reading().dampingRatio()).isEmpty();
        assertThat(rounds.reading().figures()).containsEntry("dampingRatio", JsonValue.ofNull())
                .containsEntry("settlingRounds", JsonValue.ofNull())
                .containsEntry("regime", JsonValue.of("undetermined"));
    }

    @Test
    void aDebateThatConvergesIsNoEmergency() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        for (int round = 1; round <= 10; round++) {
            rounds.round(agrees(round % 2 == 0 ? "a" : "c", "A", 0.1 * round));
        }
        assertThat(rounds.all()).isEmpty();
    }

    @Test
    void aNewProposalBeginsANewResponse() {
        after(9, k -> 0.72 + 0.2 * swing(0.2, 1, k));
        assertThat(rounds.reading().samples()).isEqualTo(9);

        rounds.round(proposes("c", "C", 1));

        assertThat(rounds.reading().samples()).isEqualTo(1);
        assertThat(rounds.reading().regime()).isEqualTo(Regime.UNDETERMINED);
    }

    @Test
    void quietRoundsAndAbstentionsChangeNothing() {
        DampingReading before = after(9, k -> 0.72 + 0.2 * swing(0.2, 1, k));

        rounds.round().round(abstains("c", "A")).round(discovers("b", "look"));

        assertThat(rounds.reading()).isEqualTo(before);
        assertThat(rounds.found()).isEmpty();
    }

    @Test
    void oneProposalOrNobodyReadsNothing() {
        assertThat(rounds.round().maybe()).isEmpty();
        assertThat(rounds.round(proposes("a", "A", 1), agrees("b", "A", 1)).maybe()).isEmpty();
    }
}
