package dev.waggle.server.api.run;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Decisions of finished runs, the least recently used of which makes way for a new one. A finished run never changes, so
 * that a decision stays right. The number of runs and the sum of their bytes are bounded. May be used by many threads.
 */
final class DecisionCache {

    /** Number of runs: those that some people look at. */
    static final int MAX_RUNS = 64;

    /** Bytes of all of them, estimated. */
    static final long MAX_BYTES = 64L << 20;

    private final Map<String, CachedDecision> decisions = new LinkedHashMap<>(16, 0.75f, true);
    private final int maxRuns;
    private final long maxBytes;
    private long bytes;

    DecisionCache(int maxRuns, long maxBytes) {
        this.maxRuns = maxRuns;
        this.maxBytes = maxBytes;
    }

    private record CachedDecision(DecidedRun run, long bytes) {}

    synchronized Optional<DecidedRun> find(String run) {
        return Optional.ofNullable(decisions.get(run)).map(CachedDecision::run);
    }

    /** Adds a run, unless it is larger than the cache. */
    void add(DecidedRun run) {
        CachedDecision added = new CachedDecision(run, run.bytes());
        if (added.bytes() <= maxBytes) {
            replace(added);
        }
    }

    private synchronized void replace(CachedDecision added) {
        CachedDecision replaced = decisions.put(added.run().decision().run(), added);
        bytes += added.bytes() - (replaced == null ? 0 : replaced.bytes());
        Iterator<CachedDecision> oldest = decisions.values().iterator();
        while (bytes > maxBytes || decisions.size() > maxRuns) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
    }
}
