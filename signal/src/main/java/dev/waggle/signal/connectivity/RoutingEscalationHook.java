package dev.waggle.signal.connectivity;

import java.util.Optional;

/**
 * Hook of routing for escalations and critical signals, called synchronously during the emit, after storing and
 * before callbacks. The layer neither stores the answer nor acts on it; routing does.
 */
@FunctionalInterface
public interface RoutingEscalationHook {

    /** Ignores every signal. */
    RoutingEscalationHook SILENT = _ -> Optional.empty();

    Optional<RequestedRoutingMode> onEscalation(ConnectivitySignal signal);
}
