package dev.waggle.swarm.engine.speech;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.equivalence.ProposalMerge;

/**
 * Signals of a solve that one agent knows: those that reached it, and its own. An agent that knows the proposals of a
 * merge or a split knows that it took place. The evidence is left out, because it may quote other signals. Read by the
 * threads of turns.
 */
record KnownHistory(SignalBus bus, DeliveryIndex deliveries, String agent) {

    /** The known signals that match the filter, oldest first. */
    List<Signal> select(SignalFilter filter) {
        List<Signal> all = bus.getHistory(filter);
        boolean hasMerges = all.stream().anyMatch(KnownHistory::isAboutMerges);
        Set<String> proposals = hasMerges ? knownProposals() : Set.of();
        return all.stream().flatMap(signal -> deliveries.isKnownTo(agent, signal)
                ? Stream.of(signal)
                : aboutKnown(signal, proposals).stream()).toList();
    }

    private static boolean isAboutMerges(Signal signal) {
        return signal.type().equals(ProposalMerge.MERGED) || signal.type().equals(ProposalMerge.SPLIT);
    }

    private Set<String> knownProposals() {
        Set<String> known = new HashSet<>();
        for (Signal signal : bus.getHistory(SignalFilter.ofTypes(SignalType.PROPOSAL))) {
            if (signal.payload() instanceof Payload.Proposal proposal && deliveries.isKnownTo(agent, signal)) {
                known.add(proposal.proposalId());
            }
        }
        return known;
    }

    private static Optional<Signal> aboutKnown(Signal signal, Set<String> proposals) {
        if (!isAboutMerges(signal)) {
            return Optional.empty();
        }
        Optional<ProposalMerge> merge = ProposalMerge.of(signal);
        if (merge.isPresent()) {
            ProposalMerge known = merge.get();
            return proposals.containsAll(List.of(known.from(), known.into()))
                    ? Optional.of(withPayload(signal,
                            new ProposalMerge(known.from(), known.into(), known.reason(), "").toPayload()))
                    : Optional.empty();
        }
        return ProposalMerge.splitProposal(signal).filter(proposals::contains)
                .map(id -> withPayload(signal, ProposalMerge.split(id)));
    }

    private static Signal withPayload(Signal signal, Payload.Open payload) {
        return new Signal(signal.id(), signal.type(), signal.source(), signal.time(), payload, signal.scope(),
                signal.links(), signal.grading(), signal.lifetime(), signal.audience(), signal.extensions());
    }
}
