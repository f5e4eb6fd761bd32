package dev.waggle.signal.connectivity;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

import dev.waggle.signal.connectivity.SuppressionConfig.BroadcastPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a connectivity layer and its collaborators.
 *
 * @param suppression the window in which a repeat is suppressed
 * @param broadcast the period in which a signal to all suppresses its repeats
 * @param openLimit the limit of open signals in a thread
 * @param closedRetention the limits of closed signals in a thread
 * @param maxDepth maximum nesting of operations, each but the first in a callback of the one before; 1 to 200
 * @param hook the escalation hook of routing
 * @param ledger the log of the facts
 * @param failures the handler of exceptions from callbacks, hook and resolver
 * @param signalClasses the classes of the product, besides those of the specification; at most
 *     {@value #MAX_SIGNAL_CLASSES}, each name once
 */
public record ConnectivityLayerConfig(SuppressionConfig suppression, BroadcastPolicy broadcast,
        OpenSignalLimit openLimit, ClosedSignalRetention closedRetention, int maxDepth, RoutingEscalationHook hook,
        FactLedger ledger,
        FailureHandler failures, Set<ProductSignalClass> signalClasses) {

    /** Deep enough for any conversation between callbacks, and far below the stack limit. */
    public static final int DEFAULT_MAX_DEPTH = 100;

    /** Each operation and its callees take about a kilobyte of a stack that has 512 or more. */
    private static final int MAX_DEPTH_LIMIT = 200;

    /** More classes than any coordinator can act on. */
    public static final int MAX_SIGNAL_CLASSES = 1_000;

    public ConnectivityLayerConfig {
        requirePresent("suppression", suppression);
        requirePresent("broadcast", broadcast);
        requirePresent("openLimit", openLimit);
        requirePresent("closedRetention", closedRetention);
        requirePresent("hook", hook);
        requirePresent("ledger", ledger);
        requirePresent("failures", failures);
        if (maxDepth < 1 || maxDepth > MAX_DEPTH_LIMIT) {
            throw new IllegalArgumentException(
                    "maxDepth must be between 1 and " + MAX_DEPTH_LIMIT + ", got " + maxDepth);
        }
        requirePresent("signalClasses", signalClasses);
        signalClasses = checkedClasses(signalClasses);
    }

    /** Suppression by step, no hook, no log beyond the process, failures logged. */
    public static ConnectivityLayerConfig defaults() {
        return new ConnectivityLayerConfig(SuppressionConfig.byStep(), BroadcastPolicy.STANDARD,
                OpenSignalLimit.defaults(), ClosedSignalRetention.defaults(), DEFAULT_MAX_DEPTH,
                RoutingEscalationHook.SILENT, FactLedger.silent(), FailureHandler.LOGGING,
                Set.of());
    }

    public ConnectivityLayerConfig withSuppression(SuppressionConfig newSuppression) {
        return new ConnectivityLayerConfig(newSuppression, broadcast, openLimit, closedRetention, maxDepth, hook,
                ledger,
                failures, signalClasses);
    }

    public ConnectivityLayerConfig withBroadcast(BroadcastPolicy newBroadcast) {
        return new ConnectivityLayerConfig(suppression, newBroadcast, openLimit, closedRetention, maxDepth, hook,
                ledger,
                failures, signalClasses);
    }

    public ConnectivityLayerConfig withOpenLimit(OpenSignalLimit newOpenLimit) {
        return new ConnectivityLayerConfig(suppression, broadcast, newOpenLimit, closedRetention, maxDepth, hook,
                ledger,
                failures, signalClasses);
    }

    public ConnectivityLayerConfig withClosedRetention(ClosedSignalRetention newClosedRetention) {
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, newClosedRetention, maxDepth, hook,
                ledger,
                failures, signalClasses);
    }

    public ConnectivityLayerConfig withMaxDepth(int newMaxDepth) {
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, closedRetention, newMaxDepth, hook,
                ledger,
                failures, signalClasses);
    }

    public ConnectivityLayerConfig withHook(RoutingEscalationHook newHook) {
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, closedRetention, maxDepth, newHook,
                ledger,
                failures, signalClasses);
    }

    public ConnectivityLayerConfig withLedger(FactLedger newLedger) {
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, closedRetention, maxDepth, hook,
                newLedger,
                failures, signalClasses);
    }

    public ConnectivityLayerConfig withFailures(FailureHandler newFailures) {
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, closedRetention, maxDepth, hook, ledger,
                newFailures, signalClasses);
    }

    /**
     * Returns a configuration that registers exactly these classes of the product.
     *
     * @throws IllegalArgumentException when two different ones have one name
     */
    public ConnectivityLayerConfig withSignalClasses(ProductSignalClass... newSignalClasses) {
        requirePresent("signalClasses", newSignalClasses);
        return new ConnectivityLayerConfig(suppression, broadcast, openLimit, closedRetention, maxDepth, hook, ledger,
                failures,
                new LinkedHashSet<>(Arrays.asList(newSignalClasses)));
    }

    private static Set<ProductSignalClass> checkedClasses(Set<ProductSignalClass> classes) {
        if (classes.size() > MAX_SIGNAL_CLASSES) {
            throw new IllegalArgumentException(
                    "signalClasses must be at most " + MAX_SIGNAL_CLASSES + ", got " + classes.size());
        }
        Set<String> names = new HashSet<>();
        for (ProductSignalClass signalClass : classes) {
            requirePresent("signalClasses", signalClass);
            if (!names.add(signalClass.wireName())) {
                throw new IllegalArgumentException("signalClasses must have each name once, got two definitions of "
                        + signalClass.wireName() + "\nMaybe one of them is of an earlier version: omit it.");
            }
        }
        return Set.copyOf(classes);
    }

    private static void requirePresent(String name, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
    }
}
