package dev.waggle.lab.memory;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Elapsed time and processor time of the calling thread, of many calls. Owned by one thread. */
final class SearchTimes {

    private static final double MICROS = 1e3;
    private static final double HALF = 0.5;
    private static final double P99 = 0.99;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final List<Long> wall = new ArrayList<>();
    private final List<Long> cpu = new ArrayList<>();

    /** Call that is measured. */
    @FunctionalInterface
    interface Call {
        void run() throws IOException, InterruptedException;
    }

    /** Runs a call; counts it if it is to be measured. */
    void measure(boolean isMeasured, Call call) throws IOException, InterruptedException {
        long cpuBefore = threads.getCurrentThreadCpuTime();
        long wallBefore = System.nanoTime();
        call.run();
        if (isMeasured) {
            wall.add(System.nanoTime() - wallBefore);
            cpu.add(threads.getCurrentThreadCpuTime() - cpuBefore);
        }
    }

    /** Mean processor time in microseconds. */
    double mean() {
        return cpu.stream().mapToLong(Long::longValue).average().orElse(0) / MICROS;
    }

    /** Median processor time in microseconds. */
    double median() {
        return share(cpu, HALF);
    }

    private static double share(List<Long> times, double share) {
        List<Long> sorted = times.stream().sorted().toList();
        return sorted.get((int) (share * (sorted.size() - 1))) / MICROS;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "p50 %,.0f us, p99 %,.0f us elapsed; p50 %,.0f, p99 %,.0f of the processor",
                share(wall, HALF), share(wall, P99), share(cpu, HALF), share(cpu, P99));
    }
}
