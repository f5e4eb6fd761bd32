package dev.waggle.swarm.advisor.analysis;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.swarm.advisor.AdvisorReport.CommunicationStats;
import dev.waggle.swarm.advisor.AdvisorReport.EchoChamber;
import dev.waggle.swarm.advisor.AdvisorReport.GroupthinkReport;
import dev.waggle.swarm.advisor.AdvisorReport.IntrospectionReport;
import dev.waggle.swarm.advisor.AdvisorReport.ObjectionCycle;

/**
 * Introspection of a swarm: observes untested agreement, objection cycles, echo chambers and traffic. The cost of a
 * signal depends on its size, not on the length of the deliberation. Owned by one thread.
 */
public final class Introspector {

    private final DeliveryTracker deliveries;
    private final StanceCounts sides = new StanceCounts();
    private final CycleDetector chains = new CycleDetector();
    private final EchoDetector echoes = new EchoDetector();

    /** Observes these agents; more may join. */
    public Introspector(List<String> agents) {
        deliveries = new DeliveryTracker(agents);
    }

    /** Adds a receiver from now on; a known agent changes nothing. */
    public void join(String agent) {
        deliveries.join(agent);
    }

    /** Records a signal that reached all others. */
    public void record(Signal signal) {
        deliveries.recordBroadcast(signal);
        consider(signal);
    }

    /** Records a signal that reached these agents. */
    public void record(Signal signal, List<String> receivers) {
        deliveries.recordTargeted(signal, receivers);
        consider(signal);
    }

    /** Report on untested agreement. */
    public GroupthinkReport groupthink() {
        return sides.groupthink();
    }

    /** Objection cycles so far, in the order of closing. */
    public List<ObjectionCycle> cycles() {
        return chains.cycles();
    }

    /** Echo chambers so far. */
    public List<EchoChamber> echoChambers() {
        return echoes.chambers();
    }

    /** Signals sent and received by each agent. */
    public CommunicationStats traffic() {
        return deliveries.traffic();
    }

    /** Graph of deliveries; O(agents squared) where all receive from all. */
    public InteractionGraph graph() {
        return deliveries.graph();
    }

    /** Complete report, without the graph. */
    public IntrospectionReport introspection() {
        return new IntrospectionReport(groupthink(), cycles(), echoChambers(), traffic());
    }

    /** Analyses a signal of an agent; signals of the infrastructure are prompts and do not count. */
    private void consider(Signal signal) {
        chains.accept(signal);
        if (signal.source() instanceof Source.Agent speaker) {
            sides.accept(speaker.id(), signal.payload());
            echoes.accept(speaker.id(), signal.payload());
        }
    }
}
