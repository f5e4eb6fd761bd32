package dev.waggle.lab.math;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The results of {@link KernelBench} as a markdown table.
 *
 * <p>Argument: the results of an earlier run ({@code -rf json -rff FILE}). Without one the bench runs first. Growth is
 * the power of the size with which time rises from small to large. 0 is constant, 1 is in proportion.
 */
public final class KernelTable {

    private static final String PLACE = "dev.waggle.lab.math.KernelBench.";

    private KernelTable() {}

    public static void main(String[] args) throws RunnerException {
        List<Score> scores = args.length > 0 ? read(Path.of(args[0])) : run();
        System.out.println("| kernel | what is compared | small: ours / other, us | medium | large | growth |");
        System.out.println("|---|---|---|---|---|---|");
        for (KernelPair pair : KernelPairCatalog.ALL) {
            if (scores.stream().anyMatch(score -> score.kernel().equals(pair.name()))) {
                System.out.println(row(pair, scores));
            }
        }
    }

    /** One number of the table; the side is {@code ours} or {@code other}. */
    record Score(String kernel, int size, String side, double micros) {}

    static String row(KernelPair pair, List<Score> scores) {
        StringBuilder row = new StringBuilder("| ").append(pair.name()).append(" | ").append(pair.description());
        for (int size = 1; size <= pair.sizes().size(); size++) {
            row.append(" | ").append(text(find(pair, size, "ours", scores))).append(" / ")
                    .append(text(find(pair, size, "other", scores)));
        }
        return row.append(" | ").append(growth(pair, "ours", scores)).append(" / ")
                .append(growth(pair, "other", scores)).append(" |").toString();
    }

    private static OptionalDouble find(KernelPair pair, int size, String side, List<Score> scores) {
        return scores.stream().filter(score -> score.kernel().equals(pair.name()) && score.size() == size
                && score.side().equals(side)).mapToDouble(Score::micros).findFirst();
    }

    /** Two or three digits that count. */
    private static String text(OptionalDouble micros) {
        if (micros.isEmpty()) {
            return "-";
        }
        double value = micros.getAsDouble();
        String format = value < 0.1 ? "%.3f" : value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f";
        return String.format(Locale.ROOT, format, value);
    }

    private static String growth(KernelPair pair, String side, List<Score> scores) {
        OptionalDouble small = find(pair, 1, side, scores);
        OptionalDouble large = find(pair, pair.sizes().size(), side, scores);
        if (small.isEmpty() || large.isEmpty()) {
            return "-";
        }
        double sizes = (double) pair.sizes().getLast() / pair.sizes().getFirst();
        double times = large.getAsDouble() / small.getAsDouble();
        return String.format(Locale.ROOT, "%.1f", Math.log(times) / Math.log(sizes));
    }

    private static List<Score> run() throws RunnerException {
        List<Score> scores = new ArrayList<>();
        for (RunResult result : new Runner(new OptionsBuilder().include(PLACE).shouldFailOnError(true).build()).run()) {
            scores.add(new Score(result.getParams().getParam("kernel"),
                    Integer.parseInt(result.getParams().getParam("size")),
                    result.getParams().getBenchmark().substring(PLACE.length()),
                    result.getPrimaryResult().getScore()));
        }
        return scores;
    }

    private static List<Score> read(Path file) {
        List<Score> scores = new ArrayList<>();
        for (JsonNode result : new ObjectMapper().readTree(file)) {
            String benchmark = result.get("benchmark").asString();
            if (benchmark.startsWith(PLACE)) {
                scores.add(new Score(result.get("params").get("kernel").asString(),
                        Integer.parseInt(result.get("params").get("size").asString()),
                        benchmark.substring(PLACE.length()), result.get("primaryMetric").get("score").asDouble()));
            }
        }
        return scores;
    }
}
