package dev.waggle.math.inference.crowd;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

class CrowdPosteriorTest {

    private static final int LABELS = 3;

    /** Rows of a crowd (item, agent, label) and the truths. */
    private record Crowd(int items, int agents, int labels, List<List<Integer>> rows, List<Integer> truths) {

        CrowdAnswers answers() {
            return CrowdAnswers.of(items, agents, labels, column(0), column(1), column(2));
        }

        CrowdTruths known() {
            return CrowdTruths.of(truths.stream().mapToInt(Integer::intValue).toArray());
        }

        private int[] column(int place) {
            return rows.stream().mapToInt(row -> row.get(place)).toArray();
        }

        Crowd renamed(List<Integer> item, List<Integer> agent, List<Integer> label, long seed) {
            List<List<Integer>> moved = new ArrayList<>(rows.stream()
                    .map(row -> List.of(item.get(row.get(0)), agent.get(row.get(1)), label.get(row.get(2)))).toList());
            Collections.shuffle(moved, new Random(seed));
            Integer[] there = new Integer[items];
            for (int one = 0; one < items; one++) {
                int truth = truths.get(one);
                there[item.get(one)] = truth < 0 ? truth : label.get(truth);
            }
            return new Crowd(items, agents, labels, moved, List.of(there));
        }
    }

    /** Agents of different competence, some of whom swap labels; a part of the truths is known. */
    private static Crowd crowd(long seed, int items, int agents, int labels, double known) {
        Random random = new Random(seed);
        List<List<Integer>> rows = new ArrayList<>();
        Integer[] truths = new Integer[items];
        for (int item = 0; item < items; item++) {
            int truth = random.nextInt(labels);
            truths[item] = random.nextDouble() < known ? truth : CrowdTruths.UNKNOWN;
            for (int agent = 0; agent < agents; agent++) {
                if (random.nextInt(4) == 0) {
                    continue;
                }
                double competence = (agent + 1.0) / (agents + 1);
                int label = random.nextDouble() < competence ? truth : random.nextInt(labels);
                rows.add(List.of(item, agent, label));
            }
        }
        return new Crowd(items, agents, labels, rows, List.of(truths));
    }

    private static List<Integer> permutation(int size, long seed) {
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, size).boxed().toList());
        Collections.shuffle(numbers, new Random(seed));
        return numbers;
    }

    @Test
    void orderAndNamesChangeNoBit() {
        for (long seed = 0; seed < 30; seed++) {
            Crowd crowd = crowd(seed, 20, 6, LABELS, seed % 3 == 0 ? 0 : 0.3);
            List<Integer> items = permutation(20, seed + 100);
            List<Integer> agents = permutation(6, seed + 200);
            List<Integer> labels = permutation(LABELS, seed + 300);
            Crowd moved = crowd.renamed(items, agents, labels, seed);
            CrowdPosterior one = CrowdPosterior.confusion(crowd.answers(), crowd.known());
            CrowdPosterior other = CrowdPosterior.confusion(moved.answers(), moved.known());
            CrowdPosterior coin = CrowdPosterior.oneCoin(crowd.answers(), crowd.known(), OptionalInt.empty());
            CrowdPosterior otherCoin = CrowdPosterior.oneCoin(moved.answers(), moved.known(), OptionalInt.empty());
            for (int item = 0; item < 20; item++) {
                double[] before = one.all(item);
                double[] after = other.all(items.get(item));
                for (int label = 0; label < LABELS; label++) {
                    assertThat(after[labels.get(label)]).as("seed %d", seed).isEqualTo(before[label]);
                }
                assertThat(sorted(otherCoin.of(items.get(item)))).isEqualTo(sorted(coin.of(item)));
            }
            for (int agent = 0; agent < 6; agent++) {
                assertThat(other.reliability(agents.get(agent))).isEqualTo(one.reliability(agent));
            }
        }
    }

    private static double[] sorted(LabelProbabilities probabilities) {
        return IntStream.range(0, probabilities.size()).mapToDouble(probabilities::probability).sorted().toArray();
    }

    /** The truth of an item has no way to its own posterior, not even by the last bit. */
    @Test
    void theOwnTruthOfAnItemChangesNoBitOfIt() {
        for (long seed = 0; seed < 20; seed++) {
            Crowd crowd = crowd(seed, 15, 5, LABELS, 0.5);
            for (int item = 0; item < 15; item++) {
                if (crowd.truths().get(item) == CrowdTruths.UNKNOWN) {
                    continue;
                }
                double[] before = CrowdPosterior.confusion(crowd.answers(), crowd.known()).all(item);
                double[] coin = sorted(CrowdPosterior.oneCoin(crowd.answers(), crowd.known(), OptionalInt.empty())
                        .of(item));
                for (int other : new int[] {0, 1, 2, CrowdTruths.NO_LABEL}) {
                    List<Integer> truths = new ArrayList<>(crowd.truths());
                    truths.set(item, other);
                    CrowdTruths changed = new Crowd(15, 5, LABELS, crowd.rows(), truths).known();
                    assertThat(CrowdPosterior.confusion(crowd.answers(), changed).all(item)).isEqualTo(before);
                    assertThat(sorted(CrowdPosterior.oneCoin(crowd.answers(), changed, OptionalInt.empty()).of(item)))
                            .isEqualTo(coin);
                }
            }
        }
    }

    @Test
    void truthsTeach() {
        Crowd crowd = crowd(7, 60, 5, LABELS, 1);
        List<Integer> half = new ArrayList<>(crowd.truths());
        for (int item = 30; item < 60; item++) {
            half.set(item, CrowdTruths.UNKNOWN);
        }
        CrowdPosterior taught = CrowdPosterior.confusion(crowd.answers(),
                new Crowd(60, 5, LABELS, crowd.rows(), half).known());
        assertThat(taught.reliability(4)).isGreaterThan(taught.reliability(0));
        assertThat(taught.reliability(0)).isLessThan(0.65);
    }

    /** Two agents that always swap two labels are read the other way round once truths are known. */
    @Test
    void aKnownConfusionIsReadTheOtherWayRound() {
        int items = 40;
        int[] item = IntStream.range(0, 2 * items).map(row -> row / 2).toArray();
        int[] agent = IntStream.range(0, 2 * items).map(row -> row % 2).toArray();
        int[] label = IntStream.range(0, 2 * items).map(row -> 1 - row / 2 % 2).toArray();
        int[] truth = IntStream.range(0, items).map(one -> one < 30 ? one % 2 : CrowdTruths.UNKNOWN).toArray();
        DawidSkene model = DawidSkene.fit(CrowdAnswers.of(items, 2, 2, item, agent, label), CrowdTruths.of(truth));

        for (int one = 30; one < items; one++) {
            assertThat(model.posterior(one)[one % 2]).isGreaterThan(0.9);
        }
        assertThat(model.confusion(0)[0][1]).isGreaterThan(0.9);
        assertThat(model.reliability(0)).isLessThan(0.2);
    }

    @Test
    void rowsOfAConfusionMatrixAndPriorsSumToOne() {
        DawidSkene model = DawidSkene.fit(crowd(3, 30, 4, LABELS, 0.2).answers(), CrowdTruths.none(30));
        assertThat(Arrays.stream(model.priors()).sum()).isCloseTo(1, within(1e-6));
        for (int agent = 0; agent < 4; agent++) {
            for (double[] row : model.confusion(agent)) {
                assertThat(Arrays.stream(row).sum()).isCloseTo(1, within(1e-9));
            }
        }
    }

    @Test
    void duplicatesCountOnce() {
        Crowd crowd = crowd(5, 12, 4, LABELS, 0.2);
        List<List<Integer>> twice = new ArrayList<>(crowd.rows());
        twice.addAll(crowd.rows());
        CrowdPosterior one = CrowdPosterior.confusion(crowd.answers(), crowd.known());
        CrowdPosterior two = CrowdPosterior.confusion(new Crowd(12, 4, LABELS, twice, crowd.truths()).answers(),
                crowd.known());
        for (int item = 0; item < 12; item++) {
            assertThat(two.all(item)).isEqualTo(one.all(item));
        }
    }

    @Test
    void itemsWithoutAnswersStayUniformAndChangeNothing() {
        int[] item = {0, 0, 2, 2};
        int[] agent = {0, 1, 0, 1};
        int[] label = {0, 0, 1, 2};
        CrowdPosterior posterior = CrowdPosterior.confusion(CrowdAnswers.of(3, 2, LABELS, item, agent, label),
                CrowdTruths.none(3));
        assertThat(posterior.all(1)).containsExactly(new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}, within(1e-9));
        assertThat(posterior.of(1).size()).isZero();
    }

    @Test
    void nothingIsNaNAtTheEdges() {
        int[] none = {};
        requireProbabilities(CrowdAnswers.of(0, 0, 1, none, none, none));
        requireProbabilities(CrowdAnswers.of(2, 1, 1, none, none, none));
        requireProbabilities(CrowdAnswers.of(1, 1, 1, new int[] {0}, new int[] {0}, new int[] {0}));
        requireProbabilities(CrowdAnswers.of(1, 1, 2, new int[] {0}, new int[] {0}, new int[] {1}));
        requireProbabilities(CrowdAnswers.of(1, 2, 2, new int[] {0, 0}, new int[] {0, 1}, new int[] {0, 1}));
        for (long seed = 0; seed < 20; seed++) {
            requireProbabilities(crowd(seed, 4, 1 + (int) seed % 3, 1 + (int) seed % 4, 0).answers());
        }
    }

    private static void requireProbabilities(CrowdAnswers answers) {
        for (int truth : new int[] {CrowdTruths.UNKNOWN, CrowdTruths.NO_LABEL, 0}) {
            int[] known = new int[answers.items()];
            Arrays.fill(known, truth);
            CrowdPosterior confusion = CrowdPosterior.confusion(answers, CrowdTruths.of(known));
            CrowdPosterior coin = CrowdPosterior.oneCoin(answers, CrowdTruths.of(known), OptionalInt.empty());
            for (int item = 0; item < answers.items(); item++) {
                assertThat(Arrays.stream(confusion.all(item)).sum()).isCloseTo(1, within(1e-9));
                for (LabelProbabilities one : List.of(confusion.of(item), coin.of(item))) {
                    for (int place = 0; place < one.size(); place++) {
                        assertThat(one.probability(place)).isBetween(one.low(place), one.high(place));
                        assertThat(one.low(place)).isGreaterThanOrEqualTo(0);
                        assertThat(one.high(place)).isLessThanOrEqualTo(1);
                    }
                }
            }
            for (int agent = 0; agent < answers.agents(); agent++) {
                assertThat(confusion.reliability(agent)).isBetween(0.0, 1.0);
                assertThat(coin.reliability(agent)).isBetween(0.0, 1.0);
            }
        }
    }

    /** Unanimous agents win, whatever EM makes of them, and their probability stays below the bound. */
    @Test
    void noItemIsDecidedAgainstAllItsAgents() {
        for (long seed = 0; seed < 30; seed++) {
            Crowd crowd = crowd(seed, 40, 7, LABELS, 0);
            CrowdPosterior posterior = CrowdPosterior.confusion(crowd.answers(), crowd.known());
            for (int item = 0; item < 40; item++) {
                LabelProbabilities of = posterior.of(item);
                if (of.size() == 1) {
                    double[] all = posterior.all(item);
                    assertThat(of.probability(0)).isEqualTo(Arrays.stream(all).max().orElseThrow())
                            .isLessThanOrEqualTo(CrowdPosterior.largest(LABELS));
                }
            }
        }
    }

    @Test
    void theLargestProbabilityHardlyFallsBeyondTenLabels() {
        assertThat(CrowdPosterior.largest(2)).isCloseTo(0.9755, within(1e-4));
        assertThat(CrowdPosterior.largest(10)).isCloseTo(0.8157, within(1e-4));
        assertThat(CrowdPosterior.largest(5_000)).isCloseTo(CrowdPosterior.largest(10), within(1e-9));
        assertThat(CrowdPosterior.largest(1)).isEqualTo(1);
    }

    @Test
    void moreLabelsThanMemoryAreRefusedAndOneCoinTakesThem() {
        int items = 20_000;
        int[] item = IntStream.range(0, items).toArray();
        int[] agent = IntStream.range(0, items).map(one -> one % 50).toArray();
        int[] label = IntStream.range(0, items).map(one -> one % 5_000).toArray();
        CrowdAnswers answers = CrowdAnswers.of(items, 50, 5_000, item, agent, label);
        assertThat(DawidSkene.isFeasible(answers)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> DawidSkene.fit(answers, CrowdTruths.none(items)))
                .withMessageContaining("OneCoinModel");
        CrowdPosterior coin = CrowdPosterior.oneCoin(answers, CrowdTruths.none(items), OptionalInt.of(5_000));
        assertThat(coin.of(7).probability(0)).isBetween(0.3, CrowdPosterior.largest(5_000));
        assertThatIllegalStateException().isThrownBy(() -> coin.all(0));
    }

    @Test
    void wrongArgumentsAreNamed() {
        int[] one = {0};
        assertThatIllegalArgumentException().isThrownBy(() -> CrowdAnswers.of(1, 1, 1, one, one, new int[] {1}))
                .withMessageContaining("label");
        assertThatIllegalArgumentException().isThrownBy(() -> CrowdAnswers.of(1, 1, 1, one, one, new int[0]))
                .withMessageContaining("one length");
        CrowdAnswers answers = CrowdAnswers.of(1, 1, 1, one, one, one);
        assertThatIllegalArgumentException().isThrownBy(() -> DawidSkene.fit(answers, CrowdTruths.none(2)))
                .withMessageContaining("a truth for each item");
        assertThatIllegalArgumentException().isThrownBy(() -> DawidSkene.fit(answers, CrowdTruths.of(3)))
                .withMessageContaining("NO_LABEL");
        assertThatIllegalArgumentException().isThrownBy(() -> CrowdTruths.of(-3));
    }

    /** 200,000 rows of 150 labels, 200 agents: a guard against memory and hangs. */
    @Test
    @Tag("long")
    void manyRowsAndLabelsFitIntoMemory() {
        Random random = new Random(1);
        int rows = 200_000;
        int items = 40_000;
        int[] item = IntStream.range(0, rows).map(row -> row / 5).toArray();
        int[] agent = IntStream.range(0, rows).map(row -> (row % 5) * 40 + random.nextInt(40)).toArray();
        int[] label = IntStream.range(0, rows)
                .map(row -> random.nextInt(4) == 0 ? random.nextInt(150) : row / 5 * 31 % 150).toArray();
        CrowdPosterior posterior = CrowdPosterior.confusion(CrowdAnswers.of(items, 200, 150, item, agent, label),
                CrowdTruths.none(items));
        int right = (int) IntStream.range(0, items)
                .filter(one -> posterior.all(one)[one * 31 % 150] > 0.5).count();
        assertThat(right).isGreaterThan(items * 9 / 10);
    }
}
