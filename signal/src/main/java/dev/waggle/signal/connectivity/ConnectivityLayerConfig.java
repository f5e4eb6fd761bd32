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
        OpenLimit openLimit, int maxDepth, RoutingEscalationHook hook, Ledger ledger, FailureHandler failures) {

    /** Deep enough for any conversation between callbacks, and far from the end of the stack. */
    public static final int DEFAULT_MAX_DEPTH = 100;

    /** Each operation and what it calls takes about a kilobyte of a stack that has 512 or more. */
    private static final int GREATEST_MAX_DEPTH = 200;

    public ConnectivityLayerConfig {
        given("suppression", suppression);
        given("broadcast", broadcast);
        given("openLimit", openLimit);
        given("hook", hook);
        given("ledger", ledger);
        given("failures", failures);
        if (maxDepth < 1 || maxDepth > GREATEST_MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "maxDepth must be between 1 and " + GREATEST_MAX_DEPTH + ", got " + maxDepth);
        }
    }

    /** Repeats end with the step, nobody listens, nothing is kept beyond the process, failures are logged. */
    public static ConnectivityLayerConfig defaults() {
        return new ConnectivityLayerConfig(SuppressionConfig.byStep(), BroadcastPolicy.STANDARD,
                OpenLimit.defaults(),
                DEFAULT_MAX_DEPTH, RoutingEscalationHook.SILENT, Ledger.silent(), FailureHandler.LOGGING);
    }

    public ConnectivityLayerConfig withSuppression(SuppressionConfig newSuppression) {
        return new ConnectivityLayerConfig(newSuppression, broadcast, openLimit, maxDepth, hook, ledger,
                failures);
    }

    public ConnectivityLayerConfig withBroadcast(BroadcastPolicy newBroadcast) {
        return new ConnectivityLayerConfig(suppression, newBroadcast, openLimit, maxDepth, hook, ledger,
                failures);
    }

    public ConnectivityLayerConfig withOpenLimit(OpenLimit newOpenLimit) {
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

    public ConnectivityLayerConfig withLedger(Ledger newLedger) {
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, maxDepth, hook, newLedger,
                failures);
    }

    public ConnectivityLayerConfig withFailures(FailureHandler newFailures) {
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, maxDepth, hook, ledger,
                newFailures);
    }

    private static void given(String name, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
    }
}
