package dev.waggle.lab.math;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.DeliberationData;

/**
 * Cost of each lens in microseconds: of observing rounds around 10 and around 50, and of a reading at the end.
 *
 * <p>Arguments: the number of agents (default 500), the number of debates (5, the first half warms up), and names of
 * lenses (default all).
 */
public final class LensCosts {

    private static final int ROUNDS = 50;
    private static final int EARLY = 10;
    private static final int WINDOW = 5;

    private LensCosts() {}

    public static void main(String[] args) {
        int agents = args.length > 0 ? Integer.parseInt(args[0]) : 500;
        int debates = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        List<String> names = List.of(args).subList(Math.min(2, args.length), args.length);
        List<? extends Lens<?>> lenses = names.isEmpty()
                ? LensCatalog.all()
                : names.stream().map(LensCatalog::named).toList();
        double[][][] costs = new double[debates][][];
        for (int debate = 0; debate < debates; debate++) {
            costs[debate] = measure(lenses, agents);
        }
        double[] sums = new double[3];
        System.out.printf(Locale.ROOT, "%d agents, microseconds%n%-24s %10s %10s %10s%n", agents, "lens", "round 10",
                "round 50", "reading");
        for (int i = 0; i < lenses.size(); i++) {
            double[] row = new double[3];
            for (int column = 0; column < row.length; column++) {
                int lens = i;
                int what = column;
                double[] sorted = Arrays.stream(costs).skip(debates / 2).mapToDouble(cost -> cost[lens][what]).sorted()
                        .toArray();
                row[column] = sorted[sorted.length / 2];
                sums[column] += row[column];
            }
            System.out.printf(Locale.ROOT, "%-24s %10.1f %10.1f %10.1f%n", lenses.get(i).name(), row[0], row[1],
                    row[2]);
        }
        System.out.printf(Locale.ROOT, "%-24s %10.1f %10.1f %10.1f%n", "all", sums[0], sums[1], sums[2]);
    }

    private static double[][] measure(List<? extends Lens<?>> lenses, int agents) {
        MeasuredDebate debate = new MeasuredDebate(agents, true);
        DeliberationData deliberation = new DeliberationData(debate.setting(ROUNDS), BallotRule.APPROVAL);
        List<Probe<?>> probes = new ArrayList<>();
        lenses.forEach(lens -> probes.add(lens.open(debate.setting(ROUNDS))));
        double[][] costs = new double[lenses.size()][3];
        Bench bench = new Bench(lenses, probes);
        for (int round = 1; round <= ROUNDS; round++) {
            deliberation.beginRound(round);
            debate.next().forEach(deliberation::accept);
            for (int i = 0; i < probes.size(); i++) {
                long start = System.nanoTime();
                bench.found.addAll(probes.get(i).observe(deliberation, bench));
                double micros = (System.nanoTime() - start) / 1e3;
                costs[i][0] += round > EARLY - WINDOW && round <= EARLY ? micros / WINDOW : 0;
                costs[i][1] += round > ROUNDS - WINDOW ? micros / WINDOW : 0;
            }
            bench.found.clear();
        }
        for (int i = 0; i < probes.size(); i++) {
            long start = System.nanoTime();
            Optional<? extends LensReading> reading = probes.get(i).reading();
            costs[i][2] = (System.nanoTime() - start) / 1e3;
            if (reading.isEmpty()) {
                System.out.println(lenses.get(i).name() + " reads nothing");
            }
        }
        return costs;
    }

    private record Bench(List<? extends Lens<?>> lenses, List<Probe<?>> probes, List<Finding> found)
            implements
            RoundResults {

        Bench(List<? extends Lens<?>> lenses, List<Probe<?>> probes) {
            this(lenses, probes, new ArrayList<>());
        }

        @Override
        @SuppressWarnings("unchecked") // The probe of a Lens<R> is a Probe<R>.
        public <R extends LensReading> Optional<R> reading(Lens<R> lens) {
            return IntStream.range(0, lenses.size()).filter(i -> lenses.get(i).equals(lens)).boxed().findFirst()
                    .flatMap(i -> ((Probe<R>) probes.get(i)).reading());
        }

        @Override
        public List<Finding> findings() {
            return found;
        }
    }
}
