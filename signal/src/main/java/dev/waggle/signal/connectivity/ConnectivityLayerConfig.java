package dev.waggle.signal.connectivity;

import dev.waggle.signal.connectivity.SuppressionConfig.BroadcastPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a connectivity layer and its collaborators.
 *
 * @param suppression the window in which a repeat is suppressed
 * @param broadcast the period in which a signal to all suppresses its repeats
 * @param openLimit the limit of open signals in a thread
 * @param maxDepth maximum nesting of operations, each but the first in a callback of the one before; 1 to 200
 * @param hook the escalation hook of routing
 * @param ledger the log of the facts
 * @param failures the handler of exceptions from callbacks, hook and resolver
 */
public record ConnectivityLayerConfig(SuppressionConfig suppression, BroadcastPolicy broadcast,
        OpenSignalLimit openLimit, int maxDepth, RoutingEscalationHook hook, FactLedger ledger,
        FailureHandler failures) {

    /** Deep enough for any conversation between callbacks, and far below the stack limit. */
    public static final int DEFAULT_MAX_DEPTH = 100;

    /** Each operation and its callees take about a kilobyte of a stack that has 512 or more. */
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

    /** Suppression by step, no hook, no log beyond the process, failures logged. */
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
