package dev.waggle.lab.solve;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.swarm.Swarm;

/**
 * Throughput of concurrent solves by number of callers: the same number of solves of 10 agents, by 1, 2, 4 ... callers.
 * With as many callers as processors, the rate should be the rate of one caller times the processors. With more callers
 * it should stay there.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.solve.ConcurrentSolves [CALLERS [SOLVES]]
 * </pre>
 */
public final class ConcurrentSolves {

    private static final int AGENTS = 10;
    private static final int CALLERS = 100;
    private static final int SOLVES = 4_000;
    private static final double NANOS_A_SECOND = 1e9;

    private ConcurrentSolves() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        int max = args.length > 0 ? Integer.parseInt(args[0]) : CALLERS;
        int solves = args.length > 1 ? Integer.parseInt(args[1]) : SOLVES;
        System.out.println("processors: " + Runtime.getRuntime().availableProcessors());
        try (Swarm swarm = new Swarm(VotingPanel.of(AGENTS))) {
            measure(swarm, 1, solves); // Warm.
            for (int callers = 1; callers < max; callers *= 2) {
                report(callers, measure(swarm, callers, solves));
            }
            report(max, measure(swarm, max, solves));
        }
    }

    private static void report(int callers, double rate) {
        System.out.println(String.format(Locale.ROOT, "%4d callers: %,8.0f solves a second", callers, rate));
    }

    private static double measure(Swarm swarm, int callers, int solves)
            throws InterruptedException, ExecutionException {
        long start = System.nanoTime();
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int caller = 0; caller < callers; caller++) {
                int share = solves / callers + (caller < solves % callers ? 1 : 0);
                all.add(pool.submit(() -> {
                    for (int i = 0; i < share; i++) {
                        var _ = VotingPanel.solve(swarm);
                    }
                }));
            }
            for (Future<?> done : all) {
                done.get();
            }
        }
        return solves / ((System.nanoTime() - start) / NANOS_A_SECOND);
    }
}
