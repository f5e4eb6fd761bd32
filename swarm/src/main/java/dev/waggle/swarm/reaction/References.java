package dev.waggle.swarm.reaction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * What signals are called in prompts and replies: {@code #3} is the third signal of the solve, {@code mail:1} the first
 * that the inbox brought in this turn. Ids and dates are never shown: the same deliberation gives the same names.
 */
final class References {

    private final Map<String, Signal> byName = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Signal> proposals = new LinkedHashMap<>();
    private final int inSolve;
    private final int inMail;

    /** Names the signals of the solve, then those of the inbox. */
    References(List<Signal> history, List<Signal> mail) {
        inSolve = history.size();
        inMail = mail.size();
        for (int i = 0; i < inSolve; i++) {
            name("#" + (i + 1), history.get(i));
            if (history.get(i).payload() instanceof Payload.Proposal proposal) {
                proposals.putIfAbsent(proposal.proposalId(), history.get(i));
            }
        }
        for (int i = 0; i < inMail; i++) {
            name("mail:" + (i + 1), mail.get(i));
        }
    }

    private void name(String name, Signal signal) {
        byName.put(name, signal);
        names.putIfAbsent(signal.id(), name);
    }

    /** What a signal is called; {@code null} when it cannot be seen from here. */
    @Nullable String nameOf(@Nullable String signalId) {
        return signalId == null ? null : names.get(signalId);
    }

    /** The signal of that name. */
    Optional<Signal> signal(String name) {
        return Optional.ofNullable(byName.get(name.strip()));
    }

    /** The signal that first proposed that. */
    Optional<Signal> proposal(String proposalId) {
        return Optional.ofNullable(proposals.get(proposalId));
    }

    /** The ids of all proposals, in the order in which they were made. */
    List<String> proposalIds() {
        return List.copyOf(proposals.keySet());
    }

    /** Which names there are, for people. */
    String range() {
        return (inSolve == 0 ? "" : "#1 to #" + inSolve) + (inSolve > 0 && inMail > 0 ? " or " : "")
                + (inMail == 0 ? "" : "mail:1 to mail:" + inMail);
    }
}
