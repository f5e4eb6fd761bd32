package dev.waggle.server.run;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.waggle.swarm.SwarmResult;

/**
 * Results of finished runs that ended or were read of late, because a result is computed again from the log. A result
 * never changes. The sum of their signals is bounded. May be used by many threads.
 */
final class ResultCache {

    /** Signals of all results together, some ten megabytes. */
    static final int MAX_SIGNALS = 50_000;

    /** A larger result has a place of its own, so that it displaces no others. */
    private static final int MAX_SHARE = 4;

    private final Map<String, SwarmResult> results = new LinkedHashMap<>(16, 0.75f, true);
    private final int maxSignals;
    private int signals;
    /** The latest of the larger results, alone. */
    private Map<String, SwarmResult> large = Map.of();

    ResultCache(int maxSignals) {
        this.maxSignals = maxSignals;
    }

    synchronized Optional<SwarmResult> find(String run) {
        return Optional.ofNullable(results.get(run)).or(() -> Optional.ofNullable(large.get(run)));
    }

    synchronized void add(String run, SwarmResult result) {
        if (size(result) > maxSignals / MAX_SHARE) {
            large = size(result) > maxSignals ? large : Map.of(run, result);
            return;
        }
        if (results.putIfAbsent(run, result) != null) {
            return;
        }
        signals += size(result);
        Iterator<SwarmResult> oldest = results.values().iterator();
        while (signals > maxSignals) {
            signals -= size(oldest.next());
            oldest.remove();
        }
    }

    /** A result without a signal takes memory, too. */
    private static int size(SwarmResult result) {
        return 1 + result.signalLog().size();
    }
}
