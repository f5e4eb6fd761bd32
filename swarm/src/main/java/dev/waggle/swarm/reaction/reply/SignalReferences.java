package dev.waggle.swarm.reaction.reply;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Short names of signals in prompts and replies. {@code #3} is the third signal of the solve, {@code mail:1} the
 * first item of the inbox in this turn. Ids and dates are never shown, so the same deliberation gives the same names.
 */
public final class SignalReferences {

    private static final String IN_SOLVE = "#";
    private static final String IN_MAIL = "mail:";

    /** Maximum number of digits of a reference, more than the number of a signal can have. */
    private static final int MAX_DIGITS = 9;

    private final List<Signal> history;
    private final List<Signal> mail;
    /** Positions by id: signals of the solve from 0, signals of the inbox after them. */
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<String, Signal> proposals = new LinkedHashMap<>();

    /** Names the signals of the solve, then of the inbox. */
    public SignalReferences(List<Signal> history, List<Signal> mail) {
        this.history = history;
        this.mail = mail;
        for (int i = 0; i < history.size(); i++) {
            Signal signal = history.get(i);
            places.putIfAbsent(signal.id(), i);
            if (signal.payload() instanceof Payload.Proposal proposal) {
                proposals.putIfAbsent(proposal.proposalId(), signal);
            }
        }
        for (int i = 0; i < mail.size(); i++) {
            places.putIfAbsent(mail.get(i).id(), history.size() + i);
        }
    }

    /** Name of a signal; {@code null} when it is not visible here. */
    public @Nullable String nameOf(@Nullable String signalId) {
        Integer place = signalId == null ? null : places.get(signalId);
        if (place == null) {
            return null;
        }
        return place < history.size() ? IN_SOLVE + (place + 1) : IN_MAIL + (place - history.size() + 1);
    }

    /** The signal of that name. */
    Optional<Signal> signal(String name) {
        return signal(name, IN_SOLVE, history).or(() -> signal(name, IN_MAIL, mail));
    }

    private static Optional<Signal> signal(String name, String prefix, List<Signal> signals) {
        String number = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
        boolean isNumber = !number.isEmpty() && number.length() <= MAX_DIGITS
                && number.chars().allMatch(unit -> unit >= '0' && unit <= '9');
        int place = isNumber ? Integer.parseInt(number) : 0;
        return place >= 1 && place <= signals.size() ? Optional.of(signals.get(place - 1)) : Optional.empty();
    }

    /** The signal that first made that proposal. */
    Optional<Signal> proposal(String proposalId) {
        return Optional.ofNullable(proposals.get(proposalId));
    }

    /** The ids of all proposals, in the order in which they were made. */
    List<String> proposalIds() {
        return List.copyOf(proposals.keySet());
    }

    /** Range of valid names, for people. */
    String range() {
        String solve = history.isEmpty() ? "" : IN_SOLVE + "1 to " + IN_SOLVE + history.size();
        String inbox = mail.isEmpty() ? "" : IN_MAIL + "1 to " + IN_MAIL + mail.size();
        return solve + (solve.isEmpty() || inbox.isEmpty() ? "" : " or ") + inbox;
    }
}
