package dev.waggle.signal.connectivity;

import java.util.List;

/** Resolver of the audience {@code selected}: coordination returns the ids of the components. */
@FunctionalInterface
public interface SelectedAudienceResolver {

    List<String> resolve(ConnectivitySignal signal);
}
