package dev.waggle.swarm.identity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

    /** Shorter ids may be words of a sentence. */
    private static final int MIN_REPLACED = 3;

    /** Pattern for the place before an id: nothing there is a part of a longer id. */
    public static final String BEGINNING = "(?<![\\p{L}\\p{M}\\p{N}\\p{Pc}\\p{Pd}\\p{Cf}\u2212:./])";

    /** After an id: a mark that ends a sentence, but no further part of a longer id. */
    private static final String END = "(?![\\p{L}\\p{M}\\p{N}\\p{Pc}\\p{Cf}]|[\\p{Pd}\u2212:./][\\p{L}\\p{N}])";

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
     * A sentence with the names of proposals in place of their ids. An id is replaced as a whole word only, and an id
     * of fewer than {@value #MIN_REPLACED} characters stays.
     */
    public String withNames(String sentence) {
        List<String> found = new ArrayList<>();
        for (String id : proposals.keySet()) {
            if (id.length() >= MIN_REPLACED && sentence.contains(id)) {
                found.add(id);
            }
        }
        return found.isEmpty() ? sentence : withNames(sentence, found);
    }

    private String withNames(String sentence, List<String> found) {
        String ids = found.stream().sorted(Comparator.comparingInt(String::length).reversed())
                .map(Pattern::quote).collect(Collectors.joining("|"));
        return Pattern.compile(BEGINNING + "(?:" + ids + ")" + END).matcher(sentence)
                .replaceAll(id -> PROPOSAL + proposals.get(id.group()));
    }

    /** Name of a published signal with that number: {@code P4} for a proposal, else {@code #4}. */
    public static String name(Signal signal, int number) {
        return (signal.payload() instanceof Payload.Proposal ? PROPOSAL : OTHER) + number;
    }
}
