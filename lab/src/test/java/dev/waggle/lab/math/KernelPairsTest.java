package dev.waggle.lab.math;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.lab.math.KernelPair.Sides;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Both sides of each pair run and, where they compute the same, agree; a bench of a wrong answer measures nothing. */
class KernelPairsTest {

    private static final List<String> KERNELS = List.of("entropy", "mutual-information", "fisher-information",
            "surprise", "bayesian", "free-energy", "causal-inference", "game-theory", "shapley", "regret-minimization",
            "optimal-stopping", "markov", "pso", "replicator-dynamics", "opinion-dynamics", "topology",
            "optimal-transport", "phase-transition", "lyapunov-stability", "chaos-detector", "damping-classifier",
            "svd-analyzer", "projection-consensus", "proposal-energy", "influence-graph", "kl-tracker",
            "leverage-points", "system-archetypes");

    @Test
    void bothSidesAgreeOnSmallInputs() {
        for (KernelPair pair : KernelPairCatalog.ALL) {
            agree(pair, 1);
        }
    }

    @Test
    void everyKernelHasAPair() {
        assertThat(KernelPairCatalog.ALL).extracting(pair -> pair.name().split("/", 2)[0]).hasSameElementsAs(KERNELS);
        assertThat(KernelPairCatalog.ALL).extracting(KernelPair::name).doesNotHaveDuplicates();
    }

    @Test
    void theBenchNamesEveryPair() throws NoSuchFieldException {
        String[] names = KernelBench.Input.class.getField("kernel").getAnnotation(Param.class).value();

        assertThat(names).containsExactlyElementsOf(KernelPairCatalog.ALL.stream().map(KernelPair::name).toList());
    }

    @Test
    void theTableSaysHowTimeGrows() {
        KernelPair pair = KernelPairCatalog.named("entropy");
        List<KernelTable.Score> scores = List.of(new KernelTable.Score("entropy", 1, "ours", 0.04),
                new KernelTable.Score("entropy", 3, "ours", 0.04), new KernelTable.Score("entropy", 1, "other", 1),
                new KernelTable.Score("entropy", 2, "other", 12.34), new KernelTable.Score("entropy", 3, "other", 1e4));

        assertThat(KernelTable.row(pair, scores)).startsWith("| entropy | ")
                .endsWith("; 100, 1,000, 10,000 votes | 0.040 / 1.00 | - / 12.3 | 0.040 / 10,000 | 0.0 / 2.0 |");
    }

    /** Compares both sides twice, as the sides of some pairs move on. */
    static void agree(KernelPair pair, int size) {
        Sides sides = pair.ofSize(size);
        for (int call = 1; call <= 2; call++) {
            Object ours = sides.ours().get();
            Object other = sides.other().get();
            String location = pair.name() + " at " + pair.sizes().get(size - 1) + ", call " + call;
            if (sides.tolerance() == Double.POSITIVE_INFINITY) {
                assertThat(ours).as(location).isNotNull();
                assertThat(other).as(location).isNotNull();
            } else if (ours instanceof List<?>) {
                assertThat(ours).as(location).isEqualTo(other);
            } else {
                close(location, numbers(ours), numbers(other), sides.tolerance());
            }
        }
    }

    private static void close(String location, double[] ours, double[] other, double tolerance) {
        assertThat(ours).as(location).hasSameSizeAs(other).isNotEmpty();
        for (int i = 0; i < ours.length; i++) {
            assertThat(ours[i]).as(location).isCloseTo(other[i], within(tolerance * Math.max(1, Math.abs(other[i]))));
        }
    }

    private static double[] numbers(Object answer) {
        return switch (answer) {
            case Number number -> new double[] {number.doubleValue()};
            case double[] row -> row;
            case double[][] rows -> Stream.of(rows).flatMapToDouble(Arrays::stream).toArray();
            default -> throw new IllegalArgumentException("answer must be of numbers, got " + answer.getClass());
        };
    }
}
