package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.identity.AuthorKey;
import dev.waggle.swarm.reaction.reply.word.NameKey;
import dev.waggle.swarm.reaction.reply.word.ProposalNames;
import org.jspecify.annotations.Nullable;

/**
 * Resolver of the names of proposals in a reply. A proposal is named by its name in the prompt, its id, or its own name
 * in the same reply. Its content, a beginning or a near miss of it, and its author name it as well. A name that fits several proposals, or
 * none, is refused with the proposals that there are. The work is bounded by the lengths of the names. Owned by one
 * reply.
 */
final class ProposalResolver {

    /** At most this many proposals in a reason. */
    private static final int MAX_LISTED = 10;

    /** At most this many characters of a name are compared, except with a whole content. */
    private static final int MAX_NAME = 400;

    /** Fewest letters of a beginning; one character of Chinese is as much as a word part. */
    private static final int MIN_BEGINNING = 3;
    private static final int MIN_BEGINNING_IDEOGRAPHIC = 2;

    private static final Set<String> OWN = Set.of("own", "mine", "my own", "my proposal", "my own proposal",
            "own proposal", "this proposal");
    private static final Set<String> FILLERS = Set.of("the", "proposal", "proposals", "signal", "id", "ref", "number",
            "no", "nr", "option", "by", "of", "from", "on", "vote", "agent", "proposalid", "plan", "von", "vorschlag",
            "的", "提案", "的提案", "方案", "的方案", "made", "titled", "called", "named", "s", "a");

    private static final Pattern NUMBER = Pattern.compile("(?:the )?(?:proposal|signal|ref|reference|option|number|no"
            + "|nr|id|item|p|提案|方案|vorschlag|propuesta|proposition)?[\\s.:_#-]*(\\d{1,9})");
    private static final Pattern INNER_NUMBER = Pattern.compile(
            "(?<![\\p{L}\\p{N}-])(?:#|p#?|proposal\\s*#?|signal\\s*#?)\\s*(\\d{1,9})(?![\\p{L}\\p{N}])");
    private static final Pattern DASHES = Pattern.compile("[‐-―−]");

    private final SignalReferences references;
    private final String agent;
    private final Map<String, String> ownNames = new HashMap<>();
    private final List<ProposalNames> own = new ArrayList<>();
    private @Nullable List<ProposalNames> standing;

    ProposalResolver(SignalReferences references, String agent) {
        this.references = references;
        this.agent = agent;
    }

    /**
     * Adds a proposal of the same reply.
     *
     * @param name its own name in the reply, or {@code null}
     * @param id the id that it gets, or the id of the equal one that stands
     */
    void add(@Nullable String name, String id, String content) {
        if (name != null) {
            ownNames.merge(NameKey.bare(name), id, (first, second) -> first.equals(second) ? first : "");
        }
        if (own.stream().noneMatch(known -> known.id().equals(id))) {
            own.add(ProposalNames.of(id, agent, content));
        }
    }

    /** True if the prompt shows a proposal under that name. */
    boolean isAsked(String name) {
        return name.equals("own") || references.proposal(name).isPresent()
                || references.signal(name).filter(ProposalResolver::isProposal).isPresent();
    }

    /**
     * Id of the proposal with that name.
     *
     * @throws IllegalArgumentException when none fits, or several do; the message lists the proposals
     */
    String resolve(String name) {
        Optional<String> shown = shown(name);
        String named = ownNames.get(NameKey.bare(name));
        if (named != null) {
            if (named.isEmpty() || (shown.isPresent() && !shown.get().equals(named))) {
                throw ambiguous(name, List.of());
            }
            return named;
        }
        if (shown.isPresent()) {
            return shown.get();
        }
        if (OWN.contains(NameKey.bare(name))) {
            return single(name, own);
        }
        return found(name).orElseThrow(() -> unknown(name));
    }

    /** The proposal with exactly that id or that name of the prompt. */
    private Optional<String> shown(String name) {
        if (references.proposal(name).isPresent()) {
            return Optional.of(name);
        }
        Optional<String> byName = references.signal(name).filter(ProposalResolver::isProposal)
                .map(ProposalResolver::proposalId);
        return byName.isPresent() ? byName : byNumber(NameKey.bare(name));
    }

    private Optional<String> byNumber(String bare) {
        Matcher number = NUMBER.matcher(bare);
        return number.matches()
                ? references.numbered(Integer.parseInt(number.group(1))).filter(ProposalResolver::isProposal)
                        .map(ProposalResolver::proposalId)
                : Optional.empty();
    }

    private Optional<String> found(String name) {
        String bare = NameKey.bare(name);
        Optional<String> exact = exact(name, bare);
        if (exact.isPresent() || NUMBER.matcher(bare).matches()) {
            return exact;
        }
        String near = bare.substring(0, Math.min(bare.length(), MAX_NAME));
        String plain = NameKey.plain(name);
        Optional<String> inside = inside(name, plain.substring(0, Math.min(plain.length(), MAX_NAME)));
        return inside.isPresent() ? inside : loose(name, near).or(() -> withoutFillers(name, near));
    }

    private Optional<String> exact(String name, String bare) {
        String letters = NameKey.letters(bare);
        return letters.isEmpty() ? Optional.empty() : one(name, proposal -> proposal.isNamed(letters));
    }

    /** A beginning, the author, or a near miss. */
    private Optional<String> loose(String name, String bare) {
        String letters = NameKey.letters(bare);
        boolean isIdeographic = letters.codePoints().anyMatch(Character::isIdeographic);
        boolean isLong = letters.length() >= (isIdeographic ? MIN_BEGINNING_IDEOGRAPHIC : MIN_BEGINNING);
        Optional<String> begun = one(name, proposal -> isAuthor(proposal, letters)
                || (isLong && proposal.begins(letters)));
        String slug = ProposalNames.slug(bare);
        return begun.isPresent() ? begun : one(name, proposal -> proposal.isNear(slug));
    }

    private static boolean isAuthor(ProposalNames proposal, String letters) {
        return !letters.isEmpty() && letters.equals(NameKey.letters(proposal.author()));
    }

    private Optional<String> withoutFillers(String name, String bare) {
        List<String> words = new ArrayList<>(Arrays.asList(
                bare.replace("'s ", " ").replace("’s ", " ").split("[\\s:,()\"'<>]+")));
        int before = words.size();
        while (!words.isEmpty() && FILLERS.contains(words.getFirst())) {
            words.removeFirst();
        }
        while (!words.isEmpty() && FILLERS.contains(words.getLast())) {
            words.removeLast();
        }
        String rest = String.join(" ", words);
        if (rest.isEmpty() || words.size() == before) {
            return Optional.empty();
        }
        return exact(name, rest).or(() -> loose(name, rest));
    }

    /** The one proposal whose id or name of the prompt stands among words that fit it. */
    private Optional<String> inside(String name, String bare) {
        String text = DASHES.matcher(bare).replaceAll("-");
        Set<String> hits = new LinkedHashSet<>();
        String around = text;
        for (ProposalNames proposal : all()) {
            String id = proposal.id().toLowerCase(Locale.ROOT);
            int at = text.indexOf(id);
            if (at >= 0 && id.length() > MIN_BEGINNING && isWhole(text, at, at + id.length())) {
                hits.add(proposal.id());
                around = around.replace(id, " ");
            }
        }
        Matcher number = INNER_NUMBER.matcher(text);
        while (number.find()) {
            hits.add(references.numbered(Integer.parseInt(number.group(1))).filter(ProposalResolver::isProposal)
                    .map(ProposalResolver::proposalId).orElse(""));
        }
        if (hits.size() > 1) {
            throw ambiguous(name, hits.stream().filter(id -> !id.isEmpty()).toList());
        }
        String rest = INNER_NUMBER.matcher(around).replaceAll(" ");
        return hits.stream().filter(id -> fits(id, rest)).findFirst();
    }

    private static boolean isWhole(String text, int from, int to) {
        return (from == 0 || !ProposalNames.slug(text.substring(from - 1, from)).matches(".+"))
                && (to == text.length() || !ProposalNames.slug(text.substring(to, to + 1)).matches(".+"));
    }

    /** True if the words around a name are of that proposal, or say nothing. */
    private boolean fits(String id, String around) {
        ProposalNames proposal = all().stream().filter(one -> one.id().equals(id)).findFirst().orElse(null);
        if (proposal == null) {
            return false;
        }
        String rest = Arrays.stream(around.split("[^\\p{L}\\p{N}]+"))
                .filter(word -> !FILLERS.contains(word) && !isAuthor(proposal, word)).collect(Collectors.joining());
        String letters = NameKey.letters(around);
        return rest.isEmpty() || proposal.begins(rest) || proposal.begins(letters)
                || (letters.startsWith(proposal.content()) && !proposal.content().isEmpty());
    }

    private Optional<String> one(String name, Predicate<ProposalNames> fits) {
        Set<String> hits = new LinkedHashSet<>();
        all().stream().filter(fits).forEach(proposal -> hits.add(proposal.id()));
        if (hits.size() > 1) {
            throw ambiguous(name, List.copyOf(hits));
        }
        return hits.stream().findFirst();
    }

    /** The only proposal that can be voted on; for a vote that names none. */
    Optional<String> only() {
        List<String> ids = all().stream().map(ProposalNames::id).distinct().toList();
        return ids.size() == 1 ? Optional.of(ids.getFirst()) : Optional.empty();
    }

    private String single(String name, List<ProposalNames> proposals) {
        if (proposals.size() != 1) {
            throw new IllegalArgumentException(ReplyFields.quoted(name) + " names your own proposal in the same reply,"
                    + " which has " + (proposals.isEmpty() ? "none" : String.valueOf(proposals.size())));
        }
        return proposals.getFirst().id();
    }

    private List<ProposalNames> all() {
        List<ProposalNames> known = standing;
        if (known == null) {
            known = references.proposalIds().stream().map(id -> references.proposal(id).orElseThrow())
                    .map(ProposalResolver::namesOf).toList();
            standing = known;
        }
        List<ProposalNames> all = new ArrayList<>(known);
        all.addAll(own);
        return all;
    }

    private static ProposalNames namesOf(Signal signal) {
        Payload.Proposal proposal = (Payload.Proposal) signal.payload();
        return ProposalNames.of(proposal.proposalId(), AuthorKey.of(signal.source()), proposal.content());
    }

    private static boolean isProposal(Signal signal) {
        return signal.payload() instanceof Payload.Proposal;
    }

    private static String proposalId(Signal signal) {
        return ((Payload.Proposal) signal.payload()).proposalId();
    }

    private IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException("there is no proposal " + ReplyFields.quoted(name) + listed());
    }

    private IllegalArgumentException ambiguous(String name, List<String> ids) {
        return new IllegalArgumentException(ReplyFields.quoted(name) + " fits several proposals"
                + (ids.isEmpty() ? listed() : ": " + list(ids)));
    }

    /** The proposals that there are, for a reason. */
    String listed() {
        List<String> ids = references.proposalIds();
        return ids.isEmpty() ? ", nothing is proposed yet" : ", only " + list(ids);
    }

    private String list(List<String> ids) {
        return ids.stream().limit(MAX_LISTED).map(this::shownName).collect(Collectors.joining(", "))
                + (ids.size() > MAX_LISTED ? " and more" : "");
    }

    private String shownName(String id) {
        String name = references.proposalName(id);
        return name.equals(id) ? ReplyFields.quoted(id) : name + ' ' + ReplyFields.quoted(id);
    }
}
