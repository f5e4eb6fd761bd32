package dev.waggle.signal.connectivity;

import org.jspecify.annotations.Nullable;

/**
 * How a layer behaves and whom it tells.
 *
 * @param suppression how long a repeat counts as a repeat
 * @param broadcast how long a signal to all keeps its repeats away
 * @param openLimit how many signals of a thread may be open at once
 * @param maxDepth most operations inside each other, each but the first made in a callback of the one before; 1 to 200
 * @param hook routing's ear
 * @param ledger where facts are written down
 * @param failures who is told of what callbacks, hook and resolver throw
 */
public record ConnectivityLayerConfig(SuppressionConfig suppression, BroadcastPolicy broadcast,
        OpenSignalLimit openLimit, int maxDepth, RoutingEscalationHook hook, FactLedger ledger,
        FailureHandler failures) {

    /** Deep enough for any conversation between callbacks, and far from the end of the stack. */
    public static final int DEFAULT_MAX_DEPTH = 100;

    /** Each operation and what it calls takes about a kilobyte of a stack that has 512 or more. */
    private static final int MAX_DEPTH_LIMIT = 200;

    public ConnectivityLayerConfig {
        requirePresent("suppression", suppression);
        requirePresent("broadcast", broadcast);
        requirePresent("openLimit", openLimit);
        requirePresent("hook", hook);
        requirePresent("ledger", ledger);
        requirePresent("failures", failures);
        if (maxDepth < 1 || maxDepth > MAX_DEPTH_LIMIT) {
            throw new IllegalArgumentException(
                    "maxDepth must be between 1 and " + MAX_DEPTH_LIMIT + ", got " + maxDepth);
        }
    }

    /** Repeats end with the step, nobody listens, nothing is kept beyond the process, failures are logged. */
    public static ConnectivityLayerConfig defaults() {
        return new ConnectivityLayerConfig(SuppressionConfig.byStep(), BroadcastPolicy.STANDARD,
                OpenSignalLimit.defaults(),
                DEFAULT_MAX_DEPTH, RoutingEscalationHook.SILENT, FactLedger.silent(), FailureHandler.LOGGING);
    }

    public ConnectivityLayerConfig withSuppression(SuppressionConfig newSuppression) {
        return new ConnectivityLayerConfig(newSuppression, broadcast, openLimit, maxDepth, hook, ledger,
                failures);
    }

    public ConnectivityLayerConfig withBroadcast(BroadcastPolicy newBroadcast) {
        return new ConnectivityLayerConfig(suppression, newBroadcast, openLimit, maxDepth, hook, ledger,
                failures);
    }

    public ConnectivityLayerConfig withOpenLimit(OpenSignalLimit newOpenLimit) {
        return new ConnectivityLayerConfig(suppression, broadcast, newOpenLimit, maxDepth, hook, ledger,
                failures);
    }

    public ConnectivityLayerConfig withMaxDepth(int newMaxDepth) {
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, newMaxDepth, hook, ledger,
                failures);
    }

    public ConnectivityLayerConfig withHook(RoutingEscalationHook newHook) {
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, maxDepth, newHook, ledger,
                failures);
    }

    public ConnectivityLayerConfig withLedger(FactLedger newLedger) {
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, maxDepth, hook, newLedger,
                failures);
    }

    public ConnectivityLayerConfig withFailures(FailureHandler newFailures) {
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, maxDepth, hook, ledger,
                newFailures);
    }

    private static void requirePresent(String name, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
    }
}
