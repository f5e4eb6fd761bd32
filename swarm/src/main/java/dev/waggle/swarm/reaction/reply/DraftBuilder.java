package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.identity.CanonicalAnswer;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.reaction.reply.word.PlaceholderText;
import org.jspecify.annotations.Nullable;

/** Drafts and errors of one reply. Owned by one reply. */
final class DraftBuilder {

    /** Minimum relevance of a discovery that states none. */
    private static final double MIN_RELEVANCE = 0.1;

    /** Default for a number that a reply omits, neither high nor low. */
    private static final double UNSTATED = 0.5;

    /** Default label of a memory without one. */
    private static final String UNSTATED_CATEGORY = "general";

    private final AgentProfile profile;
    private final SignalReferences references;
    private final String answered;
    private final boolean isCut;
    private final List<ReplyMend> mends;
    private final SpeakerCheck speakers;
    private final ProposalResolver proposalNames;
    private final TargetResolver targets;
    private final TypeReader types;

    private final List<Draft> proposals = new ArrayList<>();
    private final List<Draft> others = new ArrayList<>();
    private final List<ReplyError> faults = new ArrayList<>();
    private final BallotBox votes;

    DraftBuilder(AgentProfile profile, SignalReferences references, String answered, boolean isCut,
            List<ReplyMend> mends) {
        this.profile = profile;
        this.references = references;
        this.answered = answered;
        this.isCut = isCut;
        this.mends = mends;
        speakers = new SpeakerCheck(profile.id(), references);
        proposalNames = new ProposalResolver(references, profile.id());
        targets = new TargetResolver(references, proposalNames);
        types = new TypeReader(ReplyKind.of(profile), mends);
        votes = new BallotBox(mends);
    }

    /**
     * One item with its kind.
     *
     * @param kind the kind of the resulting signal
     * @param location place in the reply, for reasons
     */
    private record TypedItem(ReplyKind kind, ReplyFields fields, String location) {}

    ModelReply build(FoundReply reply) {
        List<ReplyItem> items = distinct(reply.items());
        if (items.size() > ReplyParser.MAX_SIGNALS) {
            fault(ReplyError.Kind.BAD, "only the first " + ReplyParser.MAX_SIGNALS + " of " + items.size()
                    + " signals count");
        }
        List<TypedItem> typed = new ArrayList<>();
        for (int i = 0; i < Math.min(items.size(), ReplyParser.MAX_SIGNALS); i++) {
            type(items.get(i), i).ifPresent(typed::add);
        }
        addStrays(reply);
        // Proposals are read first, so that a vote can name one at any place.
        typed.stream().filter(item -> item.kind == ReplyKind.PROPOSAL).forEach(this::add);
        typed.stream().filter(item -> item.kind != ReplyKind.PROPOSAL).forEach(this::add);
        List<Draft> drafts = new ArrayList<>(proposals);
        IdentityHashMap<Draft, Draft> counted = votes.counted(faults);
        others.stream().map(draft -> draft.payload() instanceof Payload.Vote ? counted.get(draft) : draft)
                .filter(Objects::nonNull).forEach(drafts::add);
        return new ModelReply(drafts, faults, mends);
    }

    private List<ReplyItem> distinct(List<ReplyItem> items) {
        Set<String> known = new HashSet<>();
        List<ReplyItem> distinct = items.stream().filter(item -> known.add(item.identity())).toList();
        if (distinct.size() < items.size()) {
            mends.add(new ReplyMend(ReplyMend.Cause.SEVERAL,
                    items.size() - distinct.size() + " signals are there twice"));
        }
        return distinct;
    }

    /** A stray placeholder, or the number of a line, beside signals is no loss; anything else in the list is. */
    private void addStrays(FoundReply reply) {
        for (String stray : reply.strays()) {
            boolean isWord = stray.codePoints().anyMatch(Character::isLetter);
            if (reply.items().isEmpty() || (isWord && !PlaceholderText.isPlaceholder(stray))) {
                fault(ReplyError.Kind.BAD, "a signal must be an object, got " + ReplyFields.quoted(stray));
                return;
            }
        }
    }

    private Optional<TypedItem> type(ReplyItem item, int at) {
        String location = "signals[" + at + "]: ";
        ReplyFields fields = new ReplyFields(item, isCut, mends);
        try {
            speakers.check(item);
            ReplyKind kind = types.of(item, fields);
            if (profile.mayEmit(kind.type())) {
                return Optional.of(new TypedItem(kind, fields, location));
            }
            if (kind != ReplyKind.VOTE && profile.mayEmit(ReplyKind.DISCOVERY.type())) {
                mends.add(new ReplyMend(ReplyMend.Cause.TYPE, "a " + kind.wireName()
                        + ", which you may not say, is a discovery"));
                return Optional.of(new TypedItem(ReplyKind.DISCOVERY, fields, location));
            }
            fault(ReplyError.Kind.NOT_ALLOWED, location + "you may not say a " + kind.wireName());
        } catch (SpeakerCheck.OtherSpeakerException other) {
            fault(ReplyError.Kind.NOT_ALLOWED, location + other.getMessage());
        } catch (IllegalArgumentException bad) {
            fault(ReplyError.Kind.BAD, location + bad.getMessage());
        }
        return Optional.empty();
    }

    private void add(TypedItem item) {
        try {
            Double stated = confidence(item.fields);
            double confidence = stated == null ? UnstatedConfidence.VALUE : stated;
            if (item.kind == ReplyKind.PROPOSAL) {
                propose(item, confidence, stated != null);
            } else if (item.kind == ReplyKind.VOTE) {
                vote(item, confidence, stated != null);
            } else {
                others.add(marked(said(item, confidence), stated != null));
            }
        } catch (IllegalArgumentException bad) {
            fault(ReplyError.Kind.BAD, item.location + bad.getMessage());
        }
    }

    /** The stated confidence, or {@code null}. */
    private @Nullable Double confidence(ReplyFields fields) {
        if (fields.isCutBefore(FieldName.CONFIDENCE)) {
            throw new IllegalArgumentException("\"confidence\" is cut");
        }
        Double stated = fields.number(FieldName.CONFIDENCE);
        if (stated == null) {
            mends.add(new ReplyMend(ReplyMend.Cause.UNSTATED, "a confidence that is not stated counts "
                    + UnstatedConfidence.VALUE));
        }
        return stated;
    }

    private Draft said(TypedItem item, double confidence) {
        ReplyFields fields = item.fields;
        String content = content(item);
        return switch (item.kind) {
            case DOUBT -> {
                String target = target(fields);
                Severity severity = fields.oneOf(Severity.class, FieldName.SEVERITY);
                yield draft(item, new Payload.Doubt(target, content, severity == null ? Severity.MEDIUM : severity),
                        confidence, target);
            }
            case CHALLENGE -> {
                String target = target(fields);
                yield draft(item, new Payload.Challenge(target, content,
                        fields.optionalText(FieldName.ALTERNATIVE)), confidence, target);
            }
            case ESCALATE -> {
                String context = reasoning(fields, content);
                yield draft(item, new Payload.Escalate(content, context == null ? "" : context), confidence,
                        optionalTarget(fields));
            }
            case MEMORY -> {
                String category = fields.optionalText(FieldName.CATEGORY);
                Double importance = fields.number(FieldName.IMPORTANCE);
                yield draft(item, new Payload.SharedMemory(content, category == null ? UNSTATED_CATEGORY : category,
                        importance == null ? UNSTATED : importance), confidence, optionalTarget(fields));
            }
            case DISCOVERY, PROPOSAL, VOTE -> {
                Double relevance = fields.number(FieldName.RELEVANCE);
                yield draft(item, new Payload.Discovery(content, fields.optionalText(FieldName.EVIDENCE),
                        relevance == null ? Math.max(MIN_RELEVANCE, confidence) : relevance), confidence,
                        optionalTarget(fields));
            }
        };
    }

    private void propose(TypedItem item, double confidence, boolean isStated) {
        String content = content(item);
        String id = ProposalName.of(content);
        String ownName = item.fields.optionalText(FieldName.PROPOSAL_ID, List.of("proposalid"));
        String known = sameAs(content);
        proposalNames.add(ownName, known == null ? id : known, content);
        if (known != null) {
            fault(ReplyError.Kind.REPEATED, item.location + "that is proposed already as "
                    + ReplyFields.quoted(known) + ": vote on it instead");
            return;
        }
        String reasoning = reasoning(item.fields, content);
        proposals.add(marked(draft(item, new Payload.Proposal(id, content, reasoning == null ? "" : reasoning),
                confidence, optionalTarget(item.fields)), isStated));
    }

    private void vote(TypedItem item, double confidence, boolean isStated) {
        String proposalId = proposalId(item.fields);
        Stance stance = item.fields.stance();
        String answers = references.proposal(proposalId).map(Signal::id).orElse(answered);
        Payload.Vote vote = new Payload.Vote(proposalId, stance, item.fields.optionalText(FieldName.REASONING),
                confidence);
        Draft draft = marked(draft(item, vote, confidence, answers), isStated);
        votes.add(vote, draft, item.location);
        others.add(draft);
    }

    private String proposalId(ReplyFields fields) {
        FieldName field = fields.has(FieldName.PROPOSAL_ID) ? FieldName.PROPOSAL_ID : FieldName.TARGET;
        List<String> names = fields.texts(field, field.keys());
        if (names.isEmpty()) {
            return proposalNames.only().filter(id -> !fields.isCutBefore(FieldName.PROPOSAL_ID))
                    .orElseThrow(() -> new IllegalArgumentException("\"proposalId\" is missing"
                            + proposalNames.listed()));
        }
        List<String> ids = names.stream().map(proposalNames::resolve).distinct().toList();
        if (ids.size() > 1) {
            throw new IllegalArgumentException("\"proposalId\" has two values that differ: "
                    + ReplyFields.quoted(names));
        }
        names.stream().filter(name -> !proposalNames.isAsked(name)).forEach(
                name -> mends.add(new ReplyMend(ReplyMend.Cause.REFERENCE, ReplyFields.quoted(name) + " is "
                        + references.proposalName(ids.getFirst()))));
        return ids.getFirst();
    }

    private Draft draft(TypedItem item, Payload payload, double confidence, @Nullable String target) {
        CausalLevel stated = item.fields.oneOf(CausalLevel.class, FieldName.CAUSAL_LEVEL);
        return Draft.of(payload, confidence)
                .withGrading(Grading.confidence(confidence)
                        .withCausalLevel(stated == null ? item.kind.rung() : stated))
                .inReplyTo(target == null ? answered : target);
    }

    private static Draft marked(Draft draft, boolean isStated) {
        return isStated ? draft : UnstatedConfidence.mark(draft);
    }

    /** Text of an item. It may stand under the name of its type. */
    private static String content(TypedItem item) {
        List<String> keys = new ArrayList<>(FieldName.CONTENT.keys());
        keys.add(item.kind.wireName());
        String content = item.fields.text(FieldName.CONTENT, keys);
        if (PlaceholderText.isPlaceholder(content)) {
            throw new IllegalArgumentException("\"content\" is a placeholder: " + ReplyFields.quoted(content));
        }
        return content;
    }

    /** The reasoning; a reason that is the content already is none. */
    private static @Nullable String reasoning(ReplyFields fields, String content) {
        String reasoning = fields.optionalText(FieldName.REASONING);
        return content.equals(reasoning) ? null : reasoning;
    }

    /** The signal that an item must answer; a proposal may be named as one. */
    private String target(ReplyFields fields) {
        FieldName field = fields.has(FieldName.TARGET) || !fields.has(FieldName.PROPOSAL_ID) ? FieldName.TARGET
                : FieldName.PROPOSAL_ID;
        return target(fields.text(field));
    }

    private String target(String name) {
        Signal signal = targets.resolve(name);
        if (!targets.isAsked(name)) {
            mends.add(new ReplyMend(ReplyMend.Cause.REFERENCE, ReplyFields.quoted(name) + " is "
                    + references.nameOf(signal.id())));
        }
        return signal.id();
    }

    private @Nullable String optionalTarget(ReplyFields fields) {
        String name = fields.optionalText(FieldName.TARGET);
        try {
            return name == null ? null : target(name);
        } catch (IllegalArgumentException unknown) {
            fields.leaveOut(FieldName.TARGET);
            return null;
        }
    }

    /** The proposal with the same content, if there is one. */
    private @Nullable String sameAs(String content) {
        String key = CanonicalAnswer.key(content);
        for (String id : references.proposalIds()) {
            boolean same = references.proposal(id).map(Signal::payload)
                    .filter(payload -> payload instanceof Payload.Proposal proposal
                            && CanonicalAnswer.key(proposal.content()).equals(key))
                    .isPresent();
            if (same) {
                return id;
            }
        }
        return null;
    }

    private void fault(ReplyError.Kind kind, String reason) {
        faults.add(new ReplyError(kind, reason));
    }
}
