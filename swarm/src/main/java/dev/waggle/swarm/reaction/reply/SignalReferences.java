package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.SignalSpeaker;
import dev.waggle.swarm.identity.SignalNumbers;
import org.jspecify.annotations.Nullable;

/**
 * Short names of signals in prompts and replies. {@code #3} is the third signal of the solve, {@code P4} a proposal
 * that is the fourth, {@code mail:1} the first item of the inbox in this turn. Ids and dates are never shown, so the
 * same deliberation gives the same names.
 */
public final class SignalReferences {

    private static final String IN_SOLVE = "#";
    private static final String AS_PROPOSAL = "P";
    private static final String IN_MAIL = "mail:";

    /** Maximum number of digits of a reference, more than the number of a signal can have. */
    private static final int MAX_DIGITS = 9;

    private final NavigableMap<Integer, Signal> numbered = new TreeMap<>();
    private final List<Signal> mail;
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Signal> proposals = new LinkedHashMap<>();
    private final List<String> agents = new ArrayList<>();
    /** Speakers of items of the inbox, whose source is only a claim. */
    private final Map<String, SignalSpeaker> speakers = new HashMap<>();

    /**
     * Names the visible signals of the solve, then those of the inbox.
     *
     * @param numberOf number of a signal of the solve, from 1
     */
    public SignalReferences(List<Signal> history, ToIntFunction<String> numberOf, List<Signal> mail) {
        this.mail = List.copyOf(mail);
        for (Signal signal : history) {
            int number = numberOf.applyAsInt(signal.id());
            numbered.putIfAbsent(number, signal);
            names.putIfAbsent(signal.id(), SignalNumbers.name(signal, number));
            if (signal.payload() instanceof Payload.Proposal proposal) {
                proposals.putIfAbsent(proposal.proposalId(), signal);
            }
        }
        for (int i = 0; i < mail.size(); i++) {
            names.putIfAbsent(mail.get(i).id(), IN_MAIL + (i + 1));
        }
    }

    /**
     * Names the visible signals of the solve, then those of the inbox, with the emitters of the latter.
     *
     * @param agents ids of known agents, also of those that have said nothing
     */
    public static SignalReferences of(List<Signal> history, ToIntFunction<String> numberOf, List<InboxItem> mail,
            List<String> agents) {
        SignalReferences references = new SignalReferences(history, numberOf,
                mail.stream().map(InboxItem::signal).toList());
        mail.forEach(item -> references.speakers.putIfAbsent(item.signal().id(), SignalSpeaker.of(item.entry())));
        references.agents.addAll(agents);
        return references;
    }

    /** Ids of agents and parts of the runtime that are known here. */
    Set<String> authors() {
        Set<String> authors = new HashSet<>(agents);
        signals().forEach(signal -> authors.add(signal.source().label()));
        return authors;
    }

    /** Speaker of a signal: of a signal of the solve its source, which is the emitter there. */
    public SignalSpeaker speakerOf(Signal signal) {
        SignalSpeaker ofMail = speakers.get(signal.id());
        return ofMail == null ? SignalSpeaker.ofStamped(signal) : ofMail;
    }

    /** Name of a signal; {@code null} when it is not visible here. */
    public @Nullable String nameOf(@Nullable String signalId) {
        return signalId == null ? null : names.get(signalId);
    }

    /** Name of the proposal with that id; {@code null} when it is not visible here. */
    public @Nullable String nameOfProposal(String proposalId) {
        return proposal(proposalId).map(Signal::id).map(names::get).orElse(null);
    }

    /** The signal of that name. */
    Optional<Signal> signal(String name) {
        return number(name, IN_SOLVE).or(() -> number(name, AS_PROPOSAL)).map(numbered::get)
                .or(() -> number(name, IN_MAIL).filter(place -> place >= 1 && place <= mail.size())
                        .map(place -> mail.get(place - 1)));
    }

    private static Optional<Integer> number(String name, String prefix) {
        String digits = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
        boolean isNumber = !digits.isEmpty() && digits.length() <= MAX_DIGITS
                && digits.chars().allMatch(unit -> unit >= '0' && unit <= '9');
        return isNumber ? Optional.of(Integer.parseInt(digits)) : Optional.empty();
    }

    /** The signal of the solve with that number. */
    Optional<Signal> numbered(int number) {
        return Optional.ofNullable(numbered.get(number));
    }

    /** The visible signals of the solve, oldest first. */
    Collection<Signal> signals() {
        return numbered.values();
    }

    /** Name of a proposal in prompts; its id where it has none. */
    String proposalName(String proposalId) {
        Signal signal = proposals.get(proposalId);
        return signal == null ? proposalId : Objects.requireNonNullElse(names.get(signal.id()), proposalId);
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
        String solve = numbered.isEmpty() ? ""
                : IN_SOLVE + numbered.firstKey() + " to " + IN_SOLVE + numbered.lastKey();
        String inbox = mail.isEmpty() ? "" : IN_MAIL + "1 to " + IN_MAIL + mail.size();
        return solve + (solve.isEmpty() || inbox.isEmpty() ? "" : " or ") + inbox;
    }
}
