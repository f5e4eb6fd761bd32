package dev.waggle.math.information;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

class PairwiseDivergenceTest {

    @Test
    void isTheMeanAndTheMatrixOfAllPairs() {
        Trials.run(150, random -> {
            double[][] members = new double[2 + random.nextInt(40)][];
            int places = 1 + random.nextInt(12);
            double spread = random.nextDouble(30);
            Arrays.setAll(members, i -> {
                double[] masses = Trials.distribution(random, places);
                Arrays.setAll(masses, x -> Math.pow(masses[x], spread));
                return masses;
            });
            agreesWithEachPair(members);
        });
    }

    @Test
    void bearsSharesOfVastlyDifferentSize() {
        Trials.run(50, random -> {
            double[][] members = new double[30][5];
            for (double[] member : members) {
                Arrays.setAll(member, x -> Math.pow(10, -random.nextDouble(320)));
                member[random.nextInt(5)] = 1;
            }
            agreesWithEachPair(members);
        });
    }

    private static void agreesWithEachPair(double[][] members) {
        double sum = 0;
        for (int i = 0; i < members.length; i++) {
            for (int j = 0; j < i; j++) {
                sum += Divergence.jensenShannon(members[i], members[j]);
            }
        }
        assertThat(PairwiseDivergence.mean(members).orElseThrow())
                .isCloseTo(sum / (members.length * (members.length - 1) / 2.0), offset(1e-14));
    }

    @Test
    void isExactlyZeroForEqualsAndOneForThoseThatShareNothing() {
        double[][] equal = new double[500][];
        double[][] apart = new double[100][100];
        Arrays.fill(equal, new double[] {0.1, 0.2, 0.7});
        Arrays.setAll(apart, i -> {
            apart[i][i] = 3;
            return apart[i];
        });
        assertThat(PairwiseDivergence.mean(equal)).hasValue(0);
        assertThat(PairwiseDivergence.mean(apart).orElseThrow()).isCloseTo(1, offset(1e-14));
    }

    @Test
    void needsTwo() {
        assertThat(PairwiseDivergence.mean(new double[0][])).isEmpty();
        assertThat(PairwiseDivergence.mean(new double[][] {{1, 2}})).isEmpty();
    }

    @Test
    void refusesWhatHasNoMassOrAnotherLengthOrIsTooMany() {
        assertThatIllegalArgumentException().isThrownBy(() -> PairwiseDivergence.mean(new double[][] {{1}, {0}}))
                .withMessageContaining("distributions[1]");
        double[][] crowd = new double[PairwiseDivergence.MAX_MEMBERS + 1][];
        Arrays.fill(crowd, new double[] {1});
        assertThatIllegalArgumentException().isThrownBy(() -> PairwiseDivergence.mean(crowd))
                .withMessageContaining("Maybe");
    }
}
