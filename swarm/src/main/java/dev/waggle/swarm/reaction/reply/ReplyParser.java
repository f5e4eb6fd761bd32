package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.identity.CanonicalAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Parses a reply into drafts, tolerant of form and strict in meaning. Text around the JSON is ignored. A number out
 * of range, an unknown target or proposal, or an invalid stance drops the item, with a reason. The other items stay.
 *
 * <p>All drafts are of types that the agent may emit. A proposal, doubt, challenge, escalation or memory that it may
 * not emit becomes a discovery if it may emit those, because the finding is useful. A vote never changes its type.
 * Proposals come first, then the rest in the order of the reply.
 */
public final class ReplyParser {

    /** Maximum number of signals in one reaction; an agent with more gets another turn. */
    public static final int MAX_SIGNALS = 8;

    /** Minimum relevance of a discovery that states none. */
    private static final double MIN_RELEVANCE = 0.1;

    /** Default for a number that a reply omits, neither high nor low. */
    private static final double UNSTATED = 0.5;

    /** Default label of a memory without one. */
    private static final String UNSTATED_CATEGORY = "general";

    /** At most this many proposals in a reason. */
    private static final int MAX_LISTED = 10;

    private final AgentProfile profile;
    private final SignalReferences references;
    private final String answered;
    private final JsonReader json;

    /** A parser of that agent's replies; an item without a target answers that signal. */
    public ReplyParser(AgentProfile profile, SignalReferences references, String answered, JsonReader json) {
        this.profile = profile;
        this.references = references;
        this.answered = answered;
        this.json = json;
    }

    public ModelReply read(String text) {
        try {
            return new ReplyBuilder().read(ReplyExtractor.items(text, json));
        } catch (IllegalArgumentException unreadable) {
            return new ModelReply(List.of(),
                    List.of(new ReplyError(ReplyError.Kind.UNREADABLE,
                            Objects.toString(unreadable.getMessage(), "unreadable"))),
                    List.of());
        }
    }

    /** Drafts and errors of one reply. */
    private final class ReplyBuilder {

        private final List<Draft> proposals = new ArrayList<>();
        private final List<Draft> others = new ArrayList<>();
        private final List<ReplyError> faults = new ArrayList<>();
        /** Names of its own proposals in the reply, and their final ids. */
        private final Map<String, String> ownNames = new HashMap<>();

        ModelReply read(List<JsonValue> all) {
            if (all.size() > MAX_SIGNALS) {
                faults.add(new ReplyError(ReplyError.Kind.BAD,
                        "only the first " + MAX_SIGNALS + " of " + all.size() + " signals count"));
            }
            List<JsonValue> items = all.subList(0, Math.min(all.size(), MAX_SIGNALS));
            // Proposals are read first, so that a vote can name one at any place.
            readEach(items, ReplyParser::isProposal);
            readEach(items, item -> !isProposal(item));
            List<Draft> drafts = new ArrayList<>(proposals);
            drafts.addAll(others);
            return new ModelReply(drafts, faults, List.of());
        }

        private void readEach(List<JsonValue> items, Predicate<JsonValue> which) {
            for (int i = 0; i < items.size(); i++) {
                if (which.test(items.get(i))) {
                    read(items.get(i), i);
                }
            }
        }

        private void read(JsonValue item, int at) {
            String location = "signals[" + at + "]: ";
            try {
                if (!(item instanceof JsonValue.Obj obj)) {
                    throw new IllegalArgumentException("it must be an object");
                }
                ReplyFields fields = new ReplyFields(obj);
                String word = fields.text("type");
                ReplyKind kind = ReplyKind.of(word).orElseThrow(() -> new IllegalArgumentException(
                        "there is no type " + ReplyFields.quoted(word)));
                if (profile.mayEmit(kind.type())) {
                    addDraft(kind, fields, location);
                } else if (kind != ReplyKind.VOTE && profile.mayEmit(ReplyKind.DISCOVERY.type())) {
                    addDraft(ReplyKind.DISCOVERY, fields, location);
                } else {
                    faults.add(new ReplyError(ReplyError.Kind.NOT_ALLOWED,
                            location + "you may not say a " + kind.wireName()));
                }
            } catch (IllegalArgumentException bad) {
                faults.add(new ReplyError(ReplyError.Kind.BAD, location + bad.getMessage()));
            }
        }

        private void addDraft(ReplyKind kind, ReplyFields fields, String location) {
            double confidence = fields.unit("confidence");
            switch (kind) {
                case PROPOSAL -> propose(fields, confidence, location);
                case VOTE -> vote(fields, confidence);
                case DISCOVERY -> others.add(draft(kind, new Payload.Discovery(content(fields),
                        fields.optionalText("evidence"),
                        fields.unit("relevance", Math.max(MIN_RELEVANCE, confidence))), fields, confidence,
                        optionalTarget(fields)));
                case DOUBT -> {
                    String target = target(fields);
                    Severity severity = fields.oneOf(Severity.class, "severity");
                    others.add(draft(kind, new Payload.Doubt(target, content(fields),
                            severity == null ? Severity.MEDIUM : severity), fields, confidence, target));
                }
                case CHALLENGE -> {
                    String target = target(fields);
                    others.add(draft(kind, new Payload.Challenge(target, content(fields),
                            fields.optionalText("alternativeProposal")), fields, confidence, target));
                }
                case ESCALATE -> {
                    String context = fields.optionalText("reasoning");
                    others.add(draft(kind, new Payload.Escalate(content(fields), context == null ? "" : context),
                            fields, confidence, optionalTarget(fields)));
                }
                case MEMORY -> {
                    String category = fields.optionalText("category");
                    others.add(draft(kind, new Payload.SharedMemory(content(fields),
                            category == null ? UNSTATED_CATEGORY : category, fields.unit("importance", UNSTATED)),
                            fields, confidence, optionalTarget(fields)));
                }
            }
        }

        private void propose(ReplyFields fields, double confidence, String location) {
            String content = content(fields);
            String name = ProposalName.of(content);
            String ownName = fields.optionalText("proposalId");
            if (ownName != null) {
                ownNames.putIfAbsent(ownName, name);
            }
            ownNames.putIfAbsent(name, name);
            String known = sameAs(content);
            if (known != null) {
                faults.add(new ReplyError(ReplyError.Kind.REPEATED, location + "that is proposed already as "
                        + ReplyFields.quoted(known) + ": vote on it instead"));
                ownNames.put(ownName == null ? name : ownName, known);
                return;
            }
            String reasoning = fields.optionalText("reasoning");
            proposals.add(draft(ReplyKind.PROPOSAL,
                    new Payload.Proposal(name, content, reasoning == null ? "" : reasoning), fields, confidence,
                    optionalTarget(fields)));
        }

        private void vote(ReplyFields fields, double confidence) {
            String reference = fields.text("proposalId");
            String proposalId = proposalId(reference);
            Stance stance = fields.oneOf(Stance.class, "stance");
            if (stance == null) {
                throw new IllegalArgumentException("\"stance\" is missing");
            }
            String answers = references.proposal(proposalId).map(Signal::id).orElse(answered);
            others.add(draft(ReplyKind.VOTE,
                    new Payload.Vote(proposalId, stance, fields.optionalText("reasoning"), confidence), fields,
                    confidence, answers));
        }

        /** The proposal of a vote: one of this reply, one by its id, or one by the name of its signal. */
        private String proposalId(String reference) {
            String own = ownNames.get(reference);
            if (own != null) {
                return own;
            }
            if (references.proposal(reference).isPresent()) {
                return reference;
            }
            return references.signal(reference).map(Signal::payload).filter(Payload.Proposal.class::isInstance)
                    .map(payload -> ((Payload.Proposal) payload).proposalId())
                    .orElseThrow(() -> new IllegalArgumentException("there is no proposal "
                            + ReplyFields.quoted(reference) + listed()));
        }
    }

    private Draft draft(ReplyKind kind, Payload payload, ReplyFields fields, double confidence,
            @Nullable String target) {
        CausalLevel stated = fields.oneOf(CausalLevel.class, "causalLevel");
        return Draft.of(payload, confidence)
                .withGrading(Grading.confidence(confidence).withCausalLevel(stated == null ? kind.rung() : stated))
                .inReplyTo(target == null ? answered : target);
    }

    /** Text of an item, under the requested field name or the signal's own. */
    private static String content(ReplyFields fields) {
        return fields.text(List.of("content", "finding", "concern", "counterArgument", "argument", "reason"));
    }

    private String target(ReplyFields fields) {
        return target(fields.text("target"));
    }

    private @Nullable String optionalTarget(ReplyFields fields) {
        String name = fields.optionalText("target");
        return name == null ? null : target(name);
    }

    private String target(String name) {
        return references.signal(name).or(() -> references.proposal(name)).map(Signal::id).orElseThrow(
                () -> new IllegalArgumentException("there is no signal " + ReplyFields.quoted(name) + ", only "
                        + references.range()));
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

    private String listed() {
        List<String> ids = references.proposalIds();
        return ids.isEmpty()
                ? ", nothing is proposed yet"
                : ", only " + ids.stream().limit(MAX_LISTED).map(ReplyFields::quoted)
                        .collect(Collectors.joining(", ")) + (ids.size() > MAX_LISTED ? " and more" : "");
    }

    private static boolean isProposal(JsonValue item) {
        return item instanceof JsonValue.Obj obj && obj.fields().get("type") instanceof JsonValue.Str word
                && ReplyKind.of(word.value()).filter(ReplyKind.PROPOSAL::equals).isPresent();
    }
}
