package dev.waggle.lab.solve;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Locale;

import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;

/**
 * One solve of very many agents: how long, and how much memory while its result is there.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.solve.LargeSolve [AGENTS]
 * </pre>
 */
public final class LargeSolve {

    private static final int AGENTS = 10_000;
    private static final double NANOS_A_MILLI = 1e6;
    private static final double MEGABYTE = 1 << 20;
    private static final int COLLECTIONS = 3;

    private LargeSolve() {}

    public static void main(String[] args) {
        int agents = args.length > 0 ? Integer.parseInt(args[0]) : AGENTS;
        for (int i = 0; i < COLLECTIONS; i++) {
            try (Swarm swarm = new Swarm(VotingPanel.of(agents))) {
                double before = used();
                long start = System.nanoTime();
                SwarmResult result = VotingPanel.solve(swarm);
                double millis = (System.nanoTime() - start) / NANOS_A_MILLI;
                double after = used();
                System.out.println(String.format(Locale.ROOT,
                        "%,d agents: %s, %d rounds, %,d signals, %,.0f ms, %,.1f MB kept by the result, peak %,.0f MB",
                        agents, result.ending().wireName(), result.timing().roundsUsed(), result.signalLog().size(),
                        millis,
                        after - before, peak()));
            }
        }
    }

    /** Returns the megabytes in use after garbage collection. */
    private static double used() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE;
    }

    /** The sum of the highest uses of all pools of the heap. */
    private static double peak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getName().contains("G1")
                || pool.getName().contains("Tenured") || pool.getName().contains("Eden"))
                .map(java.lang.management.MemoryPoolMXBean::getPeakUsage).mapToLong(MemoryUsage::getUsed).sum()
                / MEGABYTE;
    }
}
