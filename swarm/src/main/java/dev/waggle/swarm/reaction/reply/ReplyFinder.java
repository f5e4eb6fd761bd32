package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.waggle.swarm.reaction.reply.text.CandidateFinder;
import dev.waggle.swarm.reaction.reply.text.FoundText;
import dev.waggle.swarm.reaction.reply.text.SwallowedNames;
import dev.waggle.swarm.reaction.reply.text.SyntaxMend;
import dev.waggle.swarm.reaction.reply.text.TextCandidate;
import dev.waggle.swarm.reaction.reply.text.WholeText;
import dev.waggle.swarm.reaction.reply.text.WorkCounter;
import dev.waggle.swarm.reaction.reply.word.AsideWords;
import dev.waggle.swarm.reaction.reply.word.CorrectionWords;
import org.jspecify.annotations.Nullable;

/**
 * Finder of the one reply in a model's text. Equal replies are one. Of different ones the last counts if a word before
 * it says so; otherwise none does, because no rule separates the answer from a quotation. Owned by one reply.
 */
final class ReplyFinder {

    /** At most this many texts of JSON inside one another. */
    private static final int MAX_LEVELS = 4;

    /** Stray of a signal whose brackets or quotation marks are damaged. */
    private static final String DAMAGED = "a signal with damaged brackets or quotation marks";

    /** Longest label before a reply. */
    private static final int MAX_LABEL = 100;

    /** A name with a colon that has its own line, or the line of the reply: the speaker in a dialogue. */
    private static final Pattern LABEL = Pattern.compile("(?:^|\\n)[\\s*_#>\\[(]*([\\p{L}\\p{N}_-]{1,60})[\\s*_\\])]*:"
            + "[\\s*_]*(?:```\\w*)?\\s*$");

    /** The beginning of a signal at the end of a text that was cut. */
    private static final Pattern BEGUN = Pattern.compile("[\\s,]*(\\{\\s*[\"']?\\w{0,30}[\"']?\\s*:?\\s*)");

    private final String agent;
    private final WorkCounter work;
    private final List<ReplyMend> mends;
    private final int level;
    /** The best reason why there is no reply. */
    private String reason = "it holds no JSON object";
    private final List<Placed> replies = new ArrayList<>();
    /** True if a value that is no reply has the damaged remains of a signal. */
    private boolean hasDamage;

    ReplyFinder(String agent, WorkCounter work, List<ReplyMend> mends, int level) {
        this.agent = agent;
        this.work = work;
        this.mends = mends;
        this.level = level;
    }

    /**
     * A reply in its text.
     *
     * @param before text between it and the reply before it
     * @param isAside true if the sentence around it quotes or rejects it
     */
    private record Placed(FoundReply reply, String before, Set<SyntaxMend> syntax, boolean isCut, boolean isAside) {}

    /**
     * The reply of that text.
     *
     * @throws UnreadableReplyException when there is none, or more than one
     */
    FoundReply find(String text) throws UnreadableReplyException {
        String inner = level < MAX_LEVELS ? WholeText.unquoted(text, work) : null;
        if (inner != null) {
            FoundReply reply = new ReplyFinder(agent, work, mends, level + 1).find(inner);
            return reply.in(ReplyMend.Cause.SHAPE);
        }
        FoundText found = CandidateFinder.find(text, work);
        if (!found.isWhole()) {
            throw new UnreadableReplyException("the reply is not one JSON object with a list \"signals\": it holds too"
                    + " many values to tell which one counts");
        }
        String before = "";
        for (int i = 0; i < found.candidates().size(); i++) {
            TextCandidate candidate = found.candidates().get(i);
            before += candidate.lead();
            FoundReply reply = read(candidate, before);
            boolean isDamaged = SwallowedNames.arePossible(candidate)
                    && SwallowedNames.types(fromList(candidate.source())) > (reply == null ? 0 : reply.typeNames());
            hasDamage |= isDamaged && reply == null;
            if (reply != null) {
                reply = isDamaged ? reply.withStray(DAMAGED) : reply;
                String after = i + 1 < found.candidates().size() ? found.candidates().get(i + 1).lead() : found.rest();
                replies.add(new Placed(reply, before, candidate.mends(), !candidate.value().complete(),
                        AsideWords.areAround(before, after)));
                before = "";
            }
        }
        if (level == 0 && (found.hasThoughts() || hasText(found))) {
            mends.add(new ReplyMend(ReplyMend.Cause.AROUND, found.hasThoughts() ? "thoughts" : "text around it"));
        }
        return chosen(found.rest());
    }

    /** The source from its list on: what a model writes before that, for example its thoughts, is no signal. */
    private static String fromList(String source) {
        return source.substring(Math.max(0, source.lastIndexOf(ReplyShape.SIGNALS)));
    }

    private static boolean hasText(FoundText found) {
        return !found.rest().isBlank() || found.candidates().stream().anyMatch(one -> !one.lead().isBlank());
    }

    private @Nullable FoundReply read(TextCandidate candidate, String before) throws UnreadableReplyException {
        String call = CallName.before(before).orElse(null);
        if (call != null && !CallName.isOfReply(call, agent)) {
            reason = "it asks for the tool " + ReplyFields.quoted(call) + ", which cannot be called here";
            return null;
        }
        String type = call != null && ReplyKind.of(call).isPresent() ? call : null;
        ReplyUnwrapper unwrapper = new ReplyUnwrapper(agent, this::nested);
        FoundReply reply = unwrapper.read(candidate.value(), type);
        reason = unwrapper.reason() == null ? reason : Objects.requireNonNull(unwrapper.reason());
        if (reply == null) {
            return null;
        }
        Matcher label = LABEL.matcher(before.substring(Math.max(0, before.length() - MAX_LABEL)));
        FoundReply said = label.find() ? reply.saidBy(label.group(1)) : reply;
        return call == null ? said : said.in(ReplyMend.Cause.CALL);
    }

    /** The reply in a text of JSON. */
    private @Nullable FoundReply nested(String text) throws UnreadableReplyException {
        if (level >= MAX_LEVELS) {
            return null;
        }
        return new ReplyFinder(agent, work, mends, level + 1).findOrNothing(text);
    }

    private @Nullable FoundReply findOrNothing(String text) throws UnreadableReplyException {
        try {
            return find(text);
        } catch (UnreadableReplyException none) {
            if (replies.size() > 1) {
                throw none;
            }
            return null;
        }
    }

    private FoundReply chosen(String rest) throws UnreadableReplyException {
        List<Placed> real = withoutTemplates();
        List<Placed> merged = merged(real);
        if (merged.isEmpty()) {
            throw new UnreadableReplyException("the reply is not one JSON object with a list \"signals\": " + reason);
        }
        Placed last = merged.getLast();
        if (last.isAside) {
            throw new UnreadableReplyException(
                    "the reply is not one JSON object with a list \"signals\": it only quotes"
                            + " or weighs one in a sentence");
        }
        if (last.reply.isEmpty() && !last.reply.isList() && !SeparatorText.isSeparator(rest)) {
            throw new UnreadableReplyException("the reply is not one JSON object with a list \"signals\": " + reason);
        }
        Placed other = merged.reversed().stream()
                .filter(one -> !one.reply.identity().equals(last.reply.identity())).findFirst().orElse(null);
        if (other != null) {
            Placed first = merged.get(merged.indexOf(other) + 1);
            if (!CorrectionWords.isIn(first.before)) {
                throw new UnreadableReplyException("the reply is not one JSON object with a list \"signals\": it holds "
                        + distinct(merged) + " of them that differ, and no word says that the last one counts");
            }
        }
        if (replies.size() > 1 && merged.size() > 1) {
            mends.add(new ReplyMend(ReplyMend.Cause.SEVERAL, other == null ? "equal replies" : "the last reply"));
        }
        note(last, rest);
        Matcher begun = BEGUN.matcher(rest);
        if (begun.matches()) {
            return last.reply.withStray(begun.group(1));
        }
        boolean isTorn = SwallowedNames.types(rest) > 0 || (!last.reply.isList() && (hasDamage
                || merged.stream().anyMatch(one -> SwallowedNames.types(one.before) > 0)));
        return isTorn ? last.reply.withStray(DAMAGED) : last.reply;
    }

    private static long distinct(List<Placed> merged) {
        return merged.stream().map(one -> one.reply.identity()).distinct().count();
    }

    private void note(Placed last, String rest) {
        Set<SyntaxMend> syntax = EnumSet.noneOf(SyntaxMend.class);
        syntax.addAll(last.syntax);
        if (!syntax.isEmpty()) {
            mends.add(new ReplyMend(ReplyMend.Cause.SYNTAX,
                    syntax.stream().map(SyntaxMend::wireName).collect(Collectors.joining(", "))));
        }
        if (last.isCut && rest.isBlank()) {
            mends.add(new ReplyMend(ReplyMend.Cause.CUT, "the end is missing"));
        }
        last.reply.forms().stream().sorted().forEach(form -> mends.add(new ReplyMend(form, form.formDetail())));
    }

    /** Copies of the prompt count only where nothing else is; so does an empty list without a name. */
    private List<Placed> withoutTemplates() {
        List<Placed> real = replies.stream().filter(one -> !one.reply.isTemplate(agent))
                .filter(one -> one.reply.isList() || !one.reply.isEmpty()).toList();
        return real.isEmpty() ? List.copyOf(replies) : real;
    }

    /** Signals that follow one another with nothing but marks between them are one list. */
    private static List<Placed> merged(List<Placed> all) {
        List<Placed> merged = new ArrayList<>();
        for (Placed one : all) {
            Placed last = merged.isEmpty() ? null : merged.getLast();
            if (last != null && !last.reply.isList() && !one.reply.isList() && SeparatorText.isSeparator(one.before)) {
                Set<SyntaxMend> syntax = EnumSet.noneOf(SyntaxMend.class);
                syntax.addAll(last.syntax);
                syntax.addAll(one.syntax);
                merged.set(merged.size() - 1,
                        new Placed(last.reply.and(one.reply), last.before, syntax, one.isCut,
                                last.isAside || one.isAside));
            } else {
                merged.add(one);
            }
        }
        return merged;
    }
}
