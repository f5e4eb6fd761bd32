package dev.waggle.signal.connectivity;

import java.util.Optional;

/**
 * Routing's ear: called synchronously while an escalation or a critical signal is emitted, after it is stored and before
 * callbacks. The layer neither stores the answer nor acts on it; routing does.
 */
@FunctionalInterface
public interface RoutingEscalationHook {

    /** Listens to nothing. */
    RoutingEscalationHook SILENT = _ -> Optional.empty();

    Optional<RequestedRoutingMode> onEscalation(ConnectivitySignal signal);
}
