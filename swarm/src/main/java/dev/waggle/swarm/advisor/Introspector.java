package dev.waggle.swarm.advisor;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;

/**
 * Watches how agents talk: who agrees untested, who goes round in circles, who echoes whom, and how much reaches whom.
 * Taking note of a signal costs what is new in it, however much was said before. Owned by one thread.
 */
public final class Introspector {

    private final DeliveryTracker deliveries;
    private final StanceCounts sides = new StanceCounts();
    private final CycleDetector chains = new CycleDetector();
    private final EchoDetector echoes = new EchoDetector();

    /** Watches these agents; more may join. */
    public Introspector(List<String> agents) {
        deliveries = new DeliveryTracker(agents);
    }

    /** An agent that hears from now on; one that is there already changes nothing. */
    public void join(String agent) {
        deliveries.join(agent);
    }

    /** Takes note of a signal that reached all others. */
    public void record(Signal signal) {
        deliveries.recordBroadcast(signal);
        consider(signal);
    }

    /** Takes note of a signal that reached these agents. */
    public void record(Signal signal, List<String> hearers) {
        deliveries.recordTargeted(signal, hearers);
        consider(signal);
    }

    /** Whether the group agrees untested. */
    public GroupthinkReport groupthink() {
        return sides.groupthink();
    }

    /** Who went round in circles so far, in the order of closing. */
    public List<ObjectionCycle> cycles() {
        return chains.cycles();
    }

    /** Who repeats whom so far. */
    public List<EchoChamber> echoChambers() {
        return echoes.chambers();
    }

    /** How much each agent says for what it hears. */
    public CommunicationStats traffic() {
        return deliveries.traffic();
    }

    /** Who reached whom with what; O(agents squared) where all hear all. */
    public InteractionGraph graph() {
        return deliveries.graph();
    }

    /** All but the graph. */
    public IntrospectionReport introspection() {
        return new IntrospectionReport(groupthink(), cycles(), echoChambers(), traffic());
    }

    /** Only agents think and argue; the infrastructure prompts. */
    private void consider(Signal signal) {
        chains.accept(signal);
        if (signal.source() instanceof Source.Agent speaker) {
            sides.accept(speaker.id(), signal.payload());
            echoes.accept(speaker.id(), signal.payload());
        }
    }
}
