package dev.waggle.math.system;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import dev.waggle.math.Trials;
import dev.waggle.math.system.ProposalEnergy.Stance;
import dev.waggle.math.system.ProposalEnergy.Trend;
import dev.waggle.math.system.ProposalEnergy.Vote;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class ProposalEnergyTest {

    private static final ProposalEnergy EMPTY = ProposalEnergy.under(EnergyLaw.STANDARD);

    @Test
    void anEmptyTableHasNoLeader() {
        assertThat(EMPTY.proposals()).isZero();
        assertThat(EMPTY.leader()).isEmpty();
        assertThat(EMPTY.risingFastest()).isEmpty();
        assertThat(EMPTY.total()).isZero();
        assertThat(EMPTY.clearLeader()).isFalse();
    }

    @Test
    void anAbstentionMovesNothing() {
        Trials.run(100, random -> {
            List<Vote> votes = votes(random.nextInt(6), random.nextLong());
            List<Vote> withAbstentions = new ArrayList<>(votes);
            withAbstentions.addFirst(new Vote(1, Stance.ABSTAIN, 1));
            withAbstentions.add(new Vote(0, Stance.ABSTAIN, 0.7));
            assertSame(EMPTY.after(3, withAbstentions), EMPTY.after(3, votes));
        });
    }

    @Test
    void theFloorBitesAndTheChangeIsWhatReallyChanged() {
        ProposalEnergy table = EMPTY.after(1, List.of(agree(0, 0.5))).after(1, List.of(disagree(0, 3)));
        assertThat(table.energy(0)).isZero();
        assertThat(table.delta(0)).isCloseTo(-0.45, within(1e-15));
        assertThat(table.momentum(0)).isCloseTo(0.3 * -0.45 + 0.7 * 0.3 * 0.45, within(1e-15));
    }

    @Test
    void aProposalNobodyVotesOnLosesTheDecayEachRound() {
        ProposalEnergy table = EMPTY.after(1, List.of(agree(0, 1)));
        for (int round = 0; round < 10; round++) {
            table = table.after(1, List.of());
        }
        assertThat(table.energy(0)).isCloseTo(0.45, within(1e-12));
        assertThat(table.momentum(0)).isCloseTo(-0.05 + (0.285 + 0.05) * Math.pow(0.7, 10), within(1e-12));
        assertThat(table.trend(0)).isEqualTo(Trend.STABLE);
    }

    @Test
    void aTrendIsAMomentumBeyondTheThreshold() {
        ProposalEnergy still = ProposalEnergy.under(new EnergyLaw.ConstantLoss(0));
        ProposalEnergy table = still.after(3, List.of(agree(0, 0.05 / 0.3), agree(1, 0.17), agree(2, 1)));
        assertThat(table.trend(0)).isEqualTo(Trend.STABLE);
        assertThat(table.trend(1)).isEqualTo(Trend.RISING);
        for (int round = 0; round < 3; round++) {
            table = table.after(3, List.of(disagree(2, 0.3)));
        }
        assertThat(table.trend(2)).isEqualTo(Trend.DECLINING);
    }

    @Test
    void aClearLeaderExceedsTwiceTheSecondAndAHalf() {
        ProposalEnergy still = ProposalEnergy.under(new EnergyLaw.ConstantLoss(0));
        assertThat(still.after(2, List.of(agree(0, 0.6), agree(1, 0.3))).clearLeader()).isFalse();
        assertThat(still.after(2, List.of(agree(0, 0.61), agree(1, 0.3))).clearLeader()).isTrue();
        assertThat(still.after(2, List.of(agree(0, 0.5))).clearLeader()).isFalse();
        assertThat(still.after(2, List.of(agree(1, 0.51))).clearLeader()).isTrue();
        assertThat(still.after(1, List.of(agree(0, 9))).clearLeader()).isFalse();
        assertThat(still.after(3, List.of(agree(0, 9), agree(2, 9))).clearLeader()).isFalse();
    }

    @Test
    void theFirstOnTheTableLeadsInATieHoweverItsVotesAreAddedUp() {
        ProposalEnergy table = EMPTY.after(2, List.of(
                agree(0, 0.3), agree(0, 0.2), agree(0, 0.1), agree(1, 0.1), agree(1, 0.2), agree(1, 0.3)));
        assertThat(table.energy(0)).isNotEqualTo(table.energy(1));
        assertThat(table.leader()).hasValue(0);
        assertThat(table.risingFastest()).hasValue(0);
        assertThat(EMPTY.after(2, List.of()).leader()).hasValue(0);
    }

    @Test
    void theOneThatRisesFastestNeedNotLead() {
        ProposalEnergy table = EMPTY.after(1, List.of(agree(0, 3)));
        for (int round = 0; round < 6; round++) {
            table = table.after(1, List.of());
        }
        table = table.after(2, List.of(agree(1, 1)));
        assertThat(table.leader()).hasValue(0);
        assertThat(table.risingFastest()).hasValue(1);
    }

    @Test
    void equalsTheRecursionInDecimalArithmetic() {
        Trials.run(100, random -> {
            ProposalEnergy table = EMPTY;
            BigDecimal energy = BigDecimal.ZERO;
            BigDecimal momentum = BigDecimal.ZERO;
            for (int round = 0; round < 8; round++) {
                BigDecimal in = new BigDecimal(random.nextInt(100)).movePointLeft(2);
                BigDecimal out = new BigDecimal(random.nextInt(100)).movePointLeft(2);
                table = table.after(1, List.of(agree(0, in.doubleValue()), disagree(0, out.doubleValue())));
                BigDecimal next = energy.add(in).subtract(out).subtract(new BigDecimal("0.05")).max(BigDecimal.ZERO);
                momentum = next.subtract(energy).multiply(new BigDecimal("0.3"))
                        .add(momentum.multiply(new BigDecimal("0.7")));
                energy = next;
                assertThat(table.energy(0)).isCloseTo(energy.doubleValue(), within(1e-12));
                assertThat(table.momentum(0)).isCloseTo(momentum.doubleValue(), within(1e-12));
            }
        });
    }

    @Test
    void theOrderOfVotesInARoundDoesNotMatter() {
        Trials.run(100, random -> {
            List<Vote> votes = votes(8, random.nextLong());
            List<Vote> shuffled = new ArrayList<>(votes);
            Collections.shuffle(shuffled, Random.from(random));
            ProposalEnergy table = EMPTY.after(3, votes);
            ProposalEnergy other = EMPTY.after(3, shuffled);
            for (int i = 0; i < 3; i++) {
                assertThat(other.energy(i)).isCloseTo(table.energy(i), within(1e-12));
            }
            assertThat(other.leader()).isEqualTo(table.leader());
            assertThat(other.risingFastest()).isEqualTo(table.risingFastest());
        });
    }

    @Test
    void aProportionalLossHasAHalfLife() {
        EnergyLaw.ProportionalLoss loss = EnergyLaw.ProportionalLoss.withHalfLife(4, 10);
        ProposalEnergy table = ProposalEnergy.under(loss).after(1, List.of(agree(0, 8)));
        assertThat(table.energy(0)).isCloseTo(0.8, within(1e-15));
        for (int round = 0; round < 4; round++) {
            table = table.after(1, List.of());
        }
        assertThat(table.energy(0)).isCloseTo(0.4, within(1e-12));
    }

    @Test
    void aProportionalLossSettlesAtItsEquilibrium() {
        Trials.run(100, random -> {
            EnergyLaw.ProportionalLoss loss = new EnergyLaw.ProportionalLoss(random.nextDouble(0.1, 0.9),
                    random.nextInt(1, 500));
            double in = random.nextDouble(10);
            double out = random.nextDouble(10);
            double rho = loss.retention();
            ProposalEnergy table = ProposalEnergy.under(loss);
            for (int round = 1; round <= 400; round++) {
                table = table.after(1, List.of(agree(0, in), disagree(0, out)));
                // The geometric series.
                double expected = Math.max(0, (in - out) / loss.agents() / (1 - rho)) * (1 - Math.pow(rho, round));
                assertThat(table.energy(0)).isCloseTo(expected, within(1e-12 * Math.max(1, expected)));
            }
            assertThat(table.momentum(0)).isCloseTo(0, within(1e-9));
        });
    }

    @Test
    void aProportionalLossDoesNotDependOnTheSizeOfTheSwarm() {
        ProposalEnergy few = ProposalEnergy.under(new EnergyLaw.ProportionalLoss(0.8, 5));
        ProposalEnergy many = ProposalEnergy.under(new EnergyLaw.ProportionalLoss(0.8, 500));
        for (int round = 0; round < 5; round++) {
            few = few.after(1, Collections.nCopies(3, agree(0, 0.9)));
            many = many.after(1, Collections.nCopies(300, agree(0, 0.9)));
        }
        assertThat(many.energy(0)).isCloseTo(few.energy(0), within(1e-12));
    }

    @Test
    void theLawCanChangeWhenTheSwarmGrows() {
        ProposalEnergy table = ProposalEnergy.under(new EnergyLaw.ProportionalLoss(0.5, 1))
                .after(1, List.of(agree(0, 1)))
                .withLaw(new EnergyLaw.ProportionalLoss(0.5, 2))
                .after(1, List.of(agree(0, 1)));
        assertThat(table.energy(0)).isEqualTo(1);
    }

    @Test
    void refusesVotesAndTablesOutsideTheirDomain() {
        ProposalEnergy table = EMPTY.after(2, List.of());
        assertThatIllegalArgumentException().isThrownBy(() -> new Vote(0, Stance.AGREE, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new Vote(0, Stance.ABSTAIN, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new Vote(0, Stance.AGREE, -0.1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Vote(-1, Stance.AGREE, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> table.after(1, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> table.after(2, List.of(agree(2, 1))));
        assertThatIllegalArgumentException().isThrownBy(() -> table.energy(2));
        assertThatIllegalArgumentException().isThrownBy(() -> table.trend(-1));
    }

    @Test
    void refusesLawsOutsideTheirDomain() {
        assertThatIllegalArgumentException().isThrownBy(() -> new EnergyLaw.ConstantLoss(-0.05));
        assertThatIllegalArgumentException().isThrownBy(() -> new EnergyLaw.ConstantLoss(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new EnergyLaw.ProportionalLoss(1, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> new EnergyLaw.ProportionalLoss(0, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> new EnergyLaw.ProportionalLoss(Double.NaN, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> new EnergyLaw.ProportionalLoss(0.5, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> EnergyLaw.ProportionalLoss.withHalfLife(0, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> EnergyLaw.ProportionalLoss.withHalfLife(1e-5, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> EnergyLaw.ProportionalLoss.withHalfLife(1e300, 5));
    }

    private static Vote agree(int proposal, double strength) {
        return new Vote(proposal, Stance.AGREE, strength);
    }

    private static Vote disagree(int proposal, double strength) {
        return new Vote(proposal, Stance.DISAGREE, strength);
    }

    private static List<Vote> votes(int count, long seed) {
        Random chance = new Random(seed);
        List<Vote> votes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            votes.add(new Vote(chance.nextInt(3), chance.nextInt(3) == 0 ? Stance.DISAGREE : Stance.AGREE,
                    chance.nextDouble()));
        }
        return votes;
    }

    private static void assertSame(ProposalEnergy actual, ProposalEnergy expected) {
        assertThat(actual.proposals()).isEqualTo(expected.proposals());
        for (int i = 0; i < expected.proposals(); i++) {
            assertThat(actual.energy(i)).isEqualTo(expected.energy(i));
            assertThat(actual.delta(i)).isEqualTo(expected.delta(i));
            assertThat(actual.momentum(i)).isEqualTo(expected.momentum(i));
        }
    }
}
