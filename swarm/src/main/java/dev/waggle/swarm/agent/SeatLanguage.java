package dev.waggle.swarm.agent;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.identity.AuthorKey;
import org.jspecify.annotations.Nullable;

/**
 * Line language of a person, one act a line. A number is a confidence, 0..1. The parts behind bars are optional.
 *
 * <pre>
 *   find 0.8 TEXT                     | evidence: TEXT | relevance: 0.9 | to: REF
 *   propose 0.7 NAME: TEXT            | because: TEXT
 *   vote NAME agree 0.9 REASON        (or disagree, abstain)
 *   doubt REF 0.6 CONCERN             | severity: low, medium or high
 *   challenge REF 0.7 ARGUMENT        | instead: TEXT
 *   split NAME                        (your own proposal, when it was merged with one that means something else)
 *   say TEXT
 *   pass
 * </pre>
 *
 * <p>A proposal also votes for itself, at the same confidence. NAME is what the screen shows, {@code P4}, and also
 * {@code #4}, {@code 4} or the id of the proposal. REF is such a name, {@code @seat} for the latest signal of that
 * seat, or {@code #3} for the third signal of the solve. A vote may also name a proposal of the same turn, the person's
 * own or another's. One object reads one turn and is owned by one thread.
 */
public final class SeatLanguage {

    private static final Pattern PROPOSED = Pattern.compile("(?is)\\s*propose\\s+\\S+\\s+([^\\s:]+):.*");
    private static final Pattern NUMBERED = Pattern.compile("(#|[pP]|)([0-9]{1,6})");

    private final HistoryView history;
    private final Supplier<Set<String>> beside;

    /** Names of the proposals that this turn has made. */
    private final Set<String> own = new LinkedHashSet<>();

    public SeatLanguage(HistoryView history) {
        this(history, Set::of);
    }

    /**
     * Language of a turn beside others.
     *
     * @param beside the names of proposals that others make in the same turn
     */
    SeatLanguage(HistoryView history, Supplier<Set<String>> beside) {
        this.history = history;
        this.beside = beside;
    }

    /** The name of the proposal that a line makes; empty for another line. */
    public static Optional<String> proposedName(String line) {
        Matcher proposal = PROPOSED.matcher(line);
        return proposal.matches() ? Optional.of(proposal.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    /** Parses a line; rejects an unreadable line with the valid forms. */
    public List<Draft> read(String line) {
        LineTokens words = LineTokens.of(line);
        return switch (words.verb()) {
            case "find" -> find(words);
            case "propose" -> propose(words);
            case "vote" -> vote(words);
            case "doubt" -> doubt(words);
            case "challenge" -> challenge(words);
            case "split" -> split(words);
            case "say" -> List.of(Draft.custom("chat:message", Payload.Open.text(words.text("what to say"))));
            case "pass" -> List.of();
            default -> throw new IllegalArgumentException("\"" + words.verb()
                    + "\" is no act\nMaybe one of: find, propose, vote, doubt, challenge, split, say, pass.");
        };
    }

    private List<Draft> find(LineTokens words) {
        double confidence = words.confidence();
        String relevance = words.option("relevance");
        Payload.Discovery found = new Payload.Discovery(words.text("what was found"), words.option("evidence"),
                relevance == null ? confidence : LineTokens.unit("relevance", relevance));
        words.refuseOptionsBut(Set.of("evidence", "relevance", "to"));
        Draft draft = Draft.of(found, confidence);
        String answered = words.option("to");
        return List.of(answered == null ? draft : draft.inReplyTo(signal(answered)));
    }

    private List<Draft> propose(LineTokens words) {
        double confidence = words.confidence();
        String text = words.text("NAME: the proposal");
        int colon = text.indexOf(':');
        if (colon < 1 || text.substring(0, colon).contains(" ")) {
            throw new IllegalArgumentException(
                    "a proposal needs a name of one word before a colon\nMaybe: propose 0.7 shard: Shard by tenant.");
        }
        String name = text.substring(0, colon).toLowerCase(Locale.ROOT);
        refuseTaken(name);
        String because = words.option("because");
        words.refuseOptionsBut(Set.of("because"));
        own.add(name);
        return List.of(
                Draft.of(new Payload.Proposal(name, text.substring(colon + 1).strip(), because == null ? "" : because),
                        confidence),
                Draft.of(new Payload.Vote(name, Stance.AGREE, because, confidence), confidence));
    }

    private List<Draft> vote(LineTokens words) {
        String name = words.word("the name of a proposal");
        Optional<Signal> proposal = referenced(name)
                .filter(signal -> signal.payload() instanceof Payload.Proposal);
        String id = proposal.map(SeatLanguage::idOf).or(() -> unpublished(name)).orElseThrow(() -> unknown(name));
        String stance = words.word("agree, disagree or abstain");
        double confidence = words.confidence();
        String reason = words.rest().isEmpty() ? null : words.rest();
        words.refuseOptionsBut(Set.of());
        Draft vote = Draft.of(new Payload.Vote(id, oneOf(Stance.class, "stance", stance), reason, confidence),
                confidence);
        return List.of(proposal.map(published -> vote.inReplyTo(published.id())).orElse(vote));
    }

    /** The name of a proposal of the same turn; empty for another name. */
    private Optional<String> unpublished(String name) {
        String id = name.toLowerCase(Locale.ROOT);
        return own.contains(id) || beside.get().contains(id) ? Optional.of(id) : Optional.empty();
    }

    private List<Draft> doubt(LineTokens words) {
        String target = signal(words.word("what is doubted"));
        double confidence = words.confidence();
        String severity = words.option("severity");
        words.refuseOptionsBut(Set.of("severity"));
        Payload.Doubt doubt = new Payload.Doubt(target, words.text("the concern"),
                severity == null ? Severity.MEDIUM : oneOf(Severity.class, "severity", severity));
        return List.of(Draft.of(doubt, confidence).inReplyTo(target));
    }

    private List<Draft> challenge(LineTokens words) {
        String target = signal(words.word("what is challenged"));
        double confidence = words.confidence();
        words.refuseOptionsBut(Set.of("instead"));
        Payload.Challenge challenge = new Payload.Challenge(target, words.text("the argument"),
                words.option("instead"));
        return List.of(Draft.of(challenge, confidence).inReplyTo(target));
    }

    private List<Draft> split(LineTokens words) {
        String name = words.word("the name of your own merged proposal");
        words.refuseOptionsBut(Set.of());
        Signal own = referenced(name).filter(signal -> signal.payload() instanceof Payload.Proposal)
                .orElseThrow(() -> unknown(name));
        String id = ((Payload.Proposal) own.payload()).proposalId();
        if (!MergeTable.of(history.select(SignalFilter.ALL)).isMerged(id)) {
            throw new IllegalArgumentException("the proposal \"" + id + "\" is not merged with another");
        }
        return List.of(Draft.custom(ProposalMerge.SPLIT.text(), ProposalMerge.split(id)).inReplyTo(own.id()));
    }

    /** The id of the referenced signal. */
    private String signal(String reference) {
        if (reference.startsWith("@")) {
            return history.select(SignalFilter.ALL).stream()
                    .filter(signal -> AuthorKey.of(signal.source()).equals(reference.substring(1)))
                    .reduce((earlier, later) -> later).map(Signal::id).orElseThrow(
                            () -> new IllegalArgumentException("there is no signal from " + reference + " yet"));
        }
        return referenced(reference).map(Signal::id).orElseThrow(() -> reference.startsWith("#")
                ? new IllegalArgumentException("there is no signal " + reference + "\nMaybe " + range() + ".")
                : unknown(reference));
    }

    /**
     * The signal with that name. A name as the screen shows it, {@code P4} or {@code #4}, is a number. Any other is an id
     * first, because a proposal may be called {@code p4} or {@code 4}.
     */
    private Optional<Signal> referenced(String name) {
        Optional<Signal> numbered = numbered(name);
        Optional<Signal> called = proposal(name.toLowerCase(Locale.ROOT));
        return name.startsWith("#") || name.startsWith("P") ? numbered.or(() -> called) : called.or(() -> numbered);
    }

    private Optional<Signal> numbered(String name) {
        Matcher matcher = NUMBERED.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int number = Integer.parseInt(matcher.group(2));
        boolean isProposal = matcher.group(1).equalsIgnoreCase("p");
        return number == 0 ? Optional.empty() : history.select(SignalFilter.ALL).stream()
                .filter(signal -> history.numberOf(signal.id()) == number)
                .filter(signal -> !isProposal || signal.payload() instanceof Payload.Proposal).findFirst();
    }

    private String range() {
        List<Signal> log = history.select(SignalFilter.ALL);
        return log.isEmpty() ? "nothing is said yet"
                : "#1 to #" + log.stream().mapToInt(signal -> history.numberOf(signal.id())).max().orElseThrow();
    }

    private void refuseTaken(String name) {
        if (own.contains(name)) {
            throw new IllegalArgumentException("this turn proposes \"" + name + "\" already\nMaybe vote " + name
                    + " agree, or propose under another name.");
        }
        proposal(name).ifPresent(taken -> {
            throw new IllegalArgumentException("there is a proposal \"" + name + "\" already\nMaybe vote "
                    + history.proposalName(idOf(taken)) + " agree, or propose under another name.");
        });
    }

    private Optional<Signal> proposal(String id) {
        return history.select(SignalFilter.ofTypes(SignalType.PROPOSAL)).stream()
                .filter(signal -> id.equalsIgnoreCase(idOf(signal))).findFirst();
    }

    private IllegalArgumentException unknown(String name) {
        List<String> known = Stream.of(history.select(SignalFilter.ofTypes(SignalType.PROPOSAL)).stream()
                .map(signal -> history.proposalName(idOf(signal))), own.stream(), beside.get().stream().sorted())
                .flatMap(names -> names).distinct().toList();
        return new IllegalArgumentException("there is no proposal \"" + name + "\"\nMaybe "
                + (known.isEmpty() ? "propose it first." : "one of: " + String.join(", ", known) + "."));
    }

    private static String idOf(Signal signal) {
        return signal.payload() instanceof Payload.Proposal proposal ? proposal.proposalId() : "";
    }

    private static <E extends Enum<E>> E oneOf(Class<E> type, String name, String word) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(word)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(name + " must be one of "
                + List.of(type.getEnumConstants()).toString().toLowerCase(Locale.ROOT) + ", got \"" + word + "\"");
    }

    /** A line parsed from the left: verb, words, a number, the rest, and options behind bars. */
    private static final class LineTokens {

        private final String verb;
        private String rest;
        private final Map<String, String> options;

        private LineTokens(String verb, String rest, Map<String, String> options) {
            this.verb = verb;
            this.rest = rest;
            this.options = options;
        }

        static LineTokens of(String line) {
            Map<String, String> options = new LinkedHashMap<>();
            String[] parts = line.strip().split("\\s+\\|\\s+", -1);
            for (int i = 1; i < parts.length; i++) {
                int colon = parts[i].indexOf(':');
                if (colon < 1) {
                    throw new IllegalArgumentException("what follows a bar must be \"word: text\", got \"" + parts[i]
                            + "\"");
                }
                options.put(parts[i].substring(0, colon).strip(), parts[i].substring(colon + 1).strip());
            }
            String[] halves = parts[0].split("\\s+", 2);
            return new LineTokens(halves[0].toLowerCase(Locale.ROOT), halves.length < 2 ? "" : halves[1], options);
        }

        String verb() {
            return verb;
        }

        String rest() {
            return rest;
        }

        String word(String name) {
            if (rest.isEmpty()) {
                throw new IllegalArgumentException(verb + " needs " + name);
            }
            String[] halves = rest.split("\\s+", 2);
            rest = halves.length < 2 ? "" : halves[1];
            return halves[0];
        }

        double confidence() {
            return unit("confidence", word("a confidence between 0 and 1"));
        }

        String text(String name) {
            if (rest.isEmpty()) {
                throw new IllegalArgumentException(verb + " needs " + name);
            }
            return rest;
        }

        @Nullable String option(String name) {
            return options.get(name);
        }

        void refuseOptionsBut(Set<String> known) {
            for (String option : options.keySet()) {
                if (!known.contains(option)) {
                    throw new IllegalArgumentException(verb + " knows no \"" + option + ":\""
                            + (known.isEmpty() ? "" : "\nMaybe one of: " + String.join(", ", known) + "."));
                }
            }
        }

        static double unit(String name, String number) {
            try {
                double value = Double.parseDouble(number);
                if (value >= 0 && value <= 1) {
                    return value;
                }
            } catch (NumberFormatException notANumber) {
                throw new IllegalArgumentException(name + " must be a number between 0 and 1, got \"" + number + "\"",
                        notANumber);
            }
            throw new IllegalArgumentException(name + " must be between 0 and 1, got " + number);
        }
    }
}
