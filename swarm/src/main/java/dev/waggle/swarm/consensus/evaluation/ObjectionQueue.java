package dev.waggle.swarm.consensus.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Queue of challenges and doubts of the runtime. They become objections with the next round, because agents have to
 * receive them first. A solve and the replay of its log use it, so both find the same dissent. Owned by one thread.
 */
public final class ObjectionQueue {

    private final List<Signal> waiting = new ArrayList<>();

    /**
     * Takes an objection of the runtime.
     *
     * @param part the part of the runtime that published the signal
     * @return false for a signal that is no objection, and that takes effect at once
     */
    public boolean take(Signal signal, String part) {
        if (!(signal.payload() instanceof Payload.Challenge) && !(signal.payload() instanceof Payload.Doubt)) {
            return false;
        }
        if (!part.equals(InfrastructureNames.DEBATE_MODERATOR)) {
            waiting.add(signal); // A moderator asks both sides alike and objects to neither.
        }
        return true;
    }

    /** Hands over all that wait, in order. */
    public void drainTo(Consumer<Signal> receiver) {
        waiting.forEach(receiver);
        waiting.clear();
    }

    /** The ids of those that wait, in order. */
    public Set<String> ids() {
        Set<String> ids = new LinkedHashSet<>();
        waiting.forEach(signal -> ids.add(signal.id()));
        return ids;
    }
}
