package dev.waggle.swarm.advisor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Topology of the swarm: the receivers of each agent's signals. The map decides between two agents that it names.
 * Other agents, such as later ones, receive from all and send to all. Signals of the infrastructure always pass.
 *
 * @param sourcesOf by the id of the receiver, the ids of the agents that it receives from; empty when nothing is
 *        restricted
 */
public record Topology(Map<String, Set<String>> sourcesOf) {

    private static final Topology EVERYONE = new Topology(Map.of());

    public Topology {
        Map<String, Set<String>> copy = LinkedHashMap.newLinkedHashMap(sourcesOf.size());
        sourcesOf.forEach((receiver, sources) -> copy.put(receiver,
                Collections.unmodifiableSet(new LinkedHashSet<>(sources))));
        sourcesOf = Collections.unmodifiableMap(copy);
    }

    /** Topology in which all agents receive from all. */
    public static Topology everyone() {
        return EVERYONE;
    }

    /** True if nothing is restricted. */
    public boolean isOpen() {
        return sourcesOf.isEmpty();
    }

    /** True if that receiver gets the signals of that source. */
    public boolean allows(String receiver, String source) {
        Set<String> sources = sourcesOf.get(receiver);
        return sources == null || sources.contains(source) || !sourcesOf.containsKey(source)
                || InfrastructureNames.contains(source);
    }
}
