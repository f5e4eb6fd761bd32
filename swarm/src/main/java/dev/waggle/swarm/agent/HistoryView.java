package dev.waggle.swarm.agent;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.identity.SignalNumbers;

/** Read-only view of the signals so far. */
@FunctionalInterface
public interface HistoryView {

    /** The signals that match the filter, oldest first. */
    List<Signal> select(SignalFilter filter);

    /**
     * Number of a signal among the published signals of the solve, from 1; 0 for one that was not published. Numbers
     * never change. Without a source of numbers this is the place among the signals of the view.
     */
    default int numberOf(String signalId) {
        List<Signal> all = select(SignalFilter.ALL);
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).id().equals(signalId)) {
                return i + 1;
            }
        }
        return 0;
    }

    /** Other agents that said an equal finding, which the view omits, in the order in which they said it. */
    default List<String> supporters(String signalId) {
        return List.of();
    }

    /**
     * Summaries of old findings, by the ids of the findings in order. A summary is for a reader that knows all of
     * them. Without a condenser there are none.
     */
    default Map<List<String>, String> summaries() {
        return Map.of();
    }

    /** Name of a proposal for people and models, for example {@code P4}; its id where the view does not hold it. */
    default String proposalName(String proposalId) {
        return select(SignalFilter.ofTypes(SignalType.PROPOSAL)).stream()
                .filter(signal -> signal.payload() instanceof Payload.Proposal proposal
                        && proposal.proposalId().equals(proposalId))
                .findFirst().map(signal -> SignalNumbers.name(signal, numberOf(signal.id()))).orElse(proposalId);
    }
}
