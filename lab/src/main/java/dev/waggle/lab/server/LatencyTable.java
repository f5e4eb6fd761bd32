package dev.waggle.lab.server;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** Latencies of requests by operation. May be filled by many threads. */
final class LatencyTable {

    private static final double NANOS_A_MILLI = 1e6;
    private static final double[] SHARES = {0.5, 0.99, 0.999};

    private final Map<String, Queue<Long>> nanos = new ConcurrentHashMap<>();

    void add(String operation, long latency) {
        nanos.computeIfAbsent(operation, _ -> new ConcurrentLinkedQueue<>()).add(latency);
    }

    /** The number of requests. */
    long count() {
        return nanos.values().stream().mapToLong(Queue::size).sum();
    }

    /** The latency of all operations in milliseconds that this share of requests did not exceed. */
    double millis(double share) {
        return quantile(sorted(nanos.values().stream().flatMap(Queue::stream)), share);
    }

    /** A row for each operation, and one for all. */
    List<String> rows() {
        Stream<String> each = nanos.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(one -> row(one.getKey(), sorted(one.getValue().stream())));
        return Stream.of(Stream.of(String.format(Locale.ROOT, "%-16s %8s %9s %9s %9s %9s", "", "requests", "p50 ms",
                "p99 ms", "p99.9 ms", "most ms")), each,
                Stream.of(row("all", sorted(nanos.values().stream().flatMap(Queue::stream)))))
                .flatMap(part -> part).toList();
    }

    private static String row(String name, long[] sorted) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-16s %,8d", name, sorted.length));
        Arrays.stream(SHARES).forEach(share -> row.append(String.format(Locale.ROOT, " %9.2f",
                quantile(sorted, share))));
        return row.append(String.format(Locale.ROOT, " %9.2f", quantile(sorted, 1))).toString();
    }

    private static long[] sorted(Stream<Long> values) {
        return values.mapToLong(Long::longValue).sorted().toArray();
    }

    private static double quantile(long[] sorted, double share) {
        if (sorted.length == 0) {
            return 0;
        }
        return sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))] / NANOS_A_MILLI;
    }
}
