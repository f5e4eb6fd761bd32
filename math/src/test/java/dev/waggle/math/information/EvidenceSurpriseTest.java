package dev.waggle.math.information;

import java.util.stream.IntStream;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class EvidenceSurpriseTest {

    @Test
    void oneVoteOfTwoToOneOnTwoEvenOptions() {
        double[] belief = {Math.log(2), 0};

        assertThat(new EvidenceSurprise(belief).bits(new int[] {0}, new double[] {Math.log(2)}, 1))
                .isCloseTo(0.08170416594551044, within(1e-15));
    }

    @Test
    void isTheDivergenceFromTheBeliefWithoutThePieces() {
        Trials.run(300, random -> {
            int size = 1 + random.nextInt(9);
            double[] belief = Trials.numbers(random, size, -6, 6);
            int[] places = IntStream.range(0, size).filter(_ -> random.nextBoolean()).toArray();
            double[] nats = Trials.numbers(random, places.length, -4, 4);
            double[] without = belief.clone();
            for (int i = 0; i < places.length; i++) {
                without[places[i]] -= nats[i];
            }

            assertThat(new EvidenceSurprise(belief).bits(places, nats, places.length))
                    .isCloseTo(BayesianSurprise.bits(masses(without), masses(belief)), within(1e-13));
        });
    }

    @Test
    void saysNothingWithoutPiecesAndForOneOption() {
        assertThat(new EvidenceSurprise(new double[] {3, 1}).bits(new int[0], new double[0], 0))
                .isCloseTo(0, within(1e-15));
        assertThat(new EvidenceSurprise(new double[] {3}).bits(new int[] {0}, new double[] {2}, 1)).isZero();
    }

    @Test
    void isFiniteHoweverSureTheBeliefIs() {
        EvidenceSurprise sure = new EvidenceSurprise(new double[] {7000, 0, 0});

        assertThat(sure.bits(new int[] {0}, new double[] {7000}, 1))
                .isCloseTo(Math.log(3) / Math.log(2), within(1e-12));
        assertThat(sure.bits(new int[] {0}, new double[] {14_000}, 1))
                .isCloseTo((7000 + Math.log(2)) / Math.log(2), within(1e-8));
        assertThat(sure.bits(new int[] {1}, new double[] {-8000}, 1)).isCloseTo(1000 / Math.log(2), within(1e-8));
    }

    @Test
    void refusesWhatIsNoEvidence() {
        assertThatIllegalArgumentException().isThrownBy(() -> new EvidenceSurprise(new double[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> new EvidenceSurprise(new double[] {Double.NaN}));
        EvidenceSurprise even = new EvidenceSurprise(new double[2]);
        assertThatIllegalArgumentException().isThrownBy(() -> even.bits(new int[] {2}, new double[1], 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> even.bits(new int[] {1}, new double[] {Double.POSITIVE_INFINITY}, 1));
    }

    private static double[] masses(double[] nats) {
        double[] masses = new double[nats.length];
        for (int i = 0; i < nats.length; i++) {
            masses[i] = Math.exp(nats[i]);
        }
        return masses;
    }
}
