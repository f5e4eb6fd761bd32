package dev.waggle.swarm.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;

/**
 * Numbers of the published signals of a solve, from 1, in the order of publication. A signal keeps its number when
 * others expire. A proposal is named {@code P4} after the number of its first signal, any other signal {@code #4}.
 * Prompts, live views and explanations show these names, the log the ids. One thread adds, any thread
 * reads.
 */
public final class SignalNumbers {

    private static final String PROPOSAL = "P";
    private static final String OTHER = "#";

    /** Pattern for the place before an id: nothing there is a part of a longer id. */
    public static final String BEGINNING = "(?<![\\p{L}\\p{M}\\p{N}\\p{Pc}\\p{Pd}\\p{Cf}\u2212:./])";

    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<String, Integer> proposals = new ConcurrentHashMap<>();
    private int count;

    /** Numbers the next published signal; a second one with a known id is counted, and the id keeps its number. */
    public void add(Signal signal) {
        count++;
        numbers.putIfAbsent(signal.id(), count);
        if (signal.payload() instanceof Payload.Proposal proposal) {
            proposals.putIfAbsent(proposal.proposalId(), count);
        }
    }

    /** Number of a signal; 0 for one that was not published. */
    public int numberOf(String signalId) {
        return numbers.getOrDefault(signalId, 0);
    }

    /** Name of a proposal, for example {@code P4}; empty for an unknown id. */
    public Optional<String> proposalName(String proposalId) {
        return Optional.ofNullable(proposals.get(proposalId)).map(number -> PROPOSAL + number);
    }

    /**
     * A sentence with the names of proposals in place of their ids. An id is replaced as a whole word only. A short one,
     * and one that is a word of our sentences such as {@code weight}, is replaced only where they name a proposal.
     */
    public String withNames(String sentence) {
        List<String> found = new ArrayList<>();
        for (String id : proposals.keySet()) {
            if (sentence.contains(id)) {
                found.add(id);
            }
        }
        return found.isEmpty()
                ? sentence
                : ProposalMention.of(found).matcher(sentence).replaceAll(id -> PROPOSAL + proposals.get(id.group()));
    }

    /** Name of a published signal with that number: {@code P4} for a proposal, else {@code #4}. */
    public static String name(Signal signal, int number) {
        return (signal.payload() instanceof Payload.Proposal ? PROPOSAL : OTHER) + number;
    }
}
