package dev.waggle.swarm.engine.speech;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HistoryView;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.runlog.LoopVersion;

/**
 * Signals that each agent of a solve receives and knows. The types that it listens to, the topology and the audience
 * decide. Of equal findings it receives one. Owned by the thread of the solve; threads of turns read the history.
 */
final class SignalReception {

    private final SignalBus bus;
    private final TopologyFilter topology;
    private final FindingFilter findings;
    private final ToIntFunction<String> numbers;
    private final boolean isOpen;
    private final DeliveryIndex deliveries;

    /** @param numbers number of a published signal by id */
    SignalReception(SolveContext context, SignalBus bus, DeliveryIndex deliveries, TopologyFilter topology,
            ToIntFunction<String> numbers) {
        this.bus = bus;
        this.deliveries = deliveries;
        this.topology = topology;
        this.numbers = numbers;
        this.findings = new FindingFilter(ProposalMerger.isActive(context));
        this.isOpen = !context.loop().isAtLeast(LoopVersion.SECOND);
    }

    /** Subscribes the mail of an agent. A late one knows the earlier signals that it would receive now. */
    void join(AgentProfile profile, Consumer<Signal> mail) {
        bus.getHistory(SignalFilter.ALL).stream().filter(signal -> profile.listens().contains(signal.type()))
                .filter(signal -> receives(profile.id(), signal))
                .forEach(signal -> deliveries.add(profile.id(), signal));
        bus.subscribe(profile.id(), profile.listens(), signal -> {
            if (receives(profile.id(), signal)) {
                deliveries.add(profile.id(), signal);
                mail.accept(signal);
            }
        });
    }

    /** Stops the delivery of signals to that agent. */
    void leave(String agent) {
        bus.unsubscribe(agent);
    }

    /**
     * History of that agent: the signals that reached it, its own, and merges of proposals that it knows. The first
     * version of the loop shows all signals to every agent.
     */
    HistoryView history(String agent) {
        KnownHistory known = new KnownHistory(bus, deliveries, agent);
        return new HistoryView() {
            @Override
            public List<Signal> select(SignalFilter filter) {
                return isOpen ? bus.getHistory(filter) : known.select(filter);
            }

            @Override
            public int numberOf(String signalId) {
                return numbers.applyAsInt(signalId);
            }

            @Override
            public List<String> supporters(String signalId) {
                return findings.supporters(agent, signalId);
            }
        };
    }

    /** Shows published signals to an agent that may receive them, whatever types it listens to. Returns false if not. */
    boolean show(String agent, List<Signal> signals) {
        boolean mayReceive = signals.stream()
                .allMatch(signal -> deliveries.isKnownTo(agent, signal) || topology.reaches(agent, signal));
        if (mayReceive) {
            signals.forEach(signal -> deliveries.add(agent, signal));
        }
        return mayReceive;
    }

    private boolean receives(String agent, Signal signal) {
        return topology.reaches(agent, signal) && findings.isNews(agent, signal);
    }
}
