package dev.waggle.swarm.selection.turn;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.Signal;

/**
 * Result of a competition for attention.
 *
 * @param ignited the winning signals, the strongest first
 * @param normal all others: those that never compete in their order, then the rest, the strongest first
 */
public record WorkspaceBroadcast(List<Signal> ignited, List<Signal> normal) {

    /** Result without competing signals. */
    public static final WorkspaceBroadcast NONE = new WorkspaceBroadcast(List.of(), List.of());

    public WorkspaceBroadcast {
        ignited = List.copyOf(ignited);
        normal = List.copyOf(normal);
    }

    /** True if one of these signals ignited. */
    public boolean reaches(List<Signal> received) {
        Set<String> winners = ids();
        return !winners.isEmpty() && received.stream().anyMatch(signal -> winners.contains(signal.id()));
    }

    /** Received signals of an agent, with the ignited ones at the head; no other signals are added. */
    public List<Signal> prioritize(List<Signal> received) {
        Set<String> winners = ids();
        if (winners.isEmpty()) {
            return List.copyOf(received);
        }
        Set<String> known = received.stream().map(Signal::id).collect(Collectors.toSet());
        List<Signal> led = new ArrayList<>(ignited.stream().filter(signal -> known.contains(signal.id())).toList());
        received.stream().filter(signal -> !winners.contains(signal.id())).forEach(led::add);
        return List.copyOf(led);
    }

    private Set<String> ids() {
        return ignited.stream().map(Signal::id).collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
