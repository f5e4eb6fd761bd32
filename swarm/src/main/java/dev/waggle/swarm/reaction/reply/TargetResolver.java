package dev.waggle.swarm.reaction.reply;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.identity.AuthorKey;
import dev.waggle.swarm.reaction.reply.word.NameKey;

/** Resolver of the names of signals that an item answers: as in the prompt, a proposal, the only signal of an agent. */
final class TargetResolver {

    private static final Pattern NUMBER = Pattern.compile(
            "(?:the )?(?:signal|proposal|ref|reference|challenge|doubt|discovery|vote|id|number|no|p)?[\\s.:_#-]*"
                    + "(\\d{1,9})");

    /** A name of the prompt with words behind it, and no other name. */
    private static final Pattern FIRST = Pattern.compile("(?:#|p)(\\d{1,9})\\s*[(:,–—-][^#]*+");

    private final SignalReferences references;
    private final ProposalResolver proposals;

    TargetResolver(SignalReferences references, ProposalResolver proposals) {
        this.references = references;
        this.proposals = proposals;
    }

    /** True if the prompt shows a signal under that name. */
    boolean isAsked(String name) {
        return references.signal(name).isPresent() || references.proposal(name).isPresent();
    }

    /**
     * The signal of that name.
     *
     * @throws IllegalArgumentException when there is none, or several fit
     */
    Signal resolve(String name) {
        Optional<Signal> shown = references.signal(name).or(() -> references.proposal(name)).or(() -> numbered(name));
        return shown.or(() -> byProposal(name)).or(() -> spoken(name)).orElseThrow(
                () -> new IllegalArgumentException("there is no signal " + ReplyFields.quoted(name) + ", only "
                        + references.range()));
    }

    private Optional<Signal> numbered(String name) {
        Matcher number = NUMBER.matcher(NameKey.bare(name));
        if (number.matches()) {
            return references.numbered(Integer.parseInt(number.group(1)));
        }
        Matcher first = FIRST.matcher(name.length() > ReplyFields.MAX_TEXT ? "" : NameKey.plain(name));
        return first.matches() ? references.numbered(Integer.parseInt(first.group(1))) : Optional.empty();
    }

    private Optional<Signal> byProposal(String name) {
        try {
            return references.proposal(proposals.resolve(name));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /** The signal with exactly that text, or the only one of that agent, or the only one with that label. */
    private Optional<Signal> spoken(String name) {
        String letters = NameKey.letters(name);
        if (letters.isEmpty()) {
            return Optional.empty();
        }
        return only(signal -> letters.equals(NameKey.letters(textOf(signal))))
                .or(() -> only(signal -> letters.equals(NameKey.letters(AuthorKey.of(signal.source())))))
                .or(() -> only(signal -> letters.equals(NameKey.letters(signal.source().label()))));
    }

    private Optional<Signal> only(Predicate<Signal> fits) {
        List<Signal> found = references.signals().stream().filter(fits).limit(2).toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    private static String textOf(Signal signal) {
        String words = ReplyValidator.words(signal.payload());
        return words == null ? "" : words;
    }
}
