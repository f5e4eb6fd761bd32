package dev.waggle.signal.connectivity;

import java.util.List;

/** Coordination's answer to whom a signal for the selected is meant for: ids of components. */
@FunctionalInterface
public interface SelectedAudienceResolver {

    List<String> resolve(ConnectivitySignal signal);
}
