package dev.waggle.swarm.equivalence;

import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Merge of a proposal into an earlier one that says the same, as the signal {@code proposal:merged} states it.
 *
 * @param from id of the later proposal; it stays a valid name of the earlier one
 * @param into id of the earlier proposal
 * @param reason the part that found them equal
 * @param evidence its statement, for people
 */
public record ProposalMerge(String from, String into, MergeReason reason, String evidence) {

    /** Type of the signal of a merge; only the runtime emits it. */
    public static final SignalType MERGED = SignalType.custom("proposal:merged");

    /** Type of the signal that revokes a merge; the author of the merged proposal or the runtime emits it. */
    public static final SignalType SPLIT = SignalType.custom("proposal:split");

    /** Parts that find proposals equal. */
    public enum MergeReason implements WireConstant {
        /** The rule for texts, {@link TextEquivalence}. */
        RULE,
        /** The configured judge, a model or a measure. */
        JUDGE
    }

    public ProposalMerge {
        if (from.equals(into)) {
            throw new IllegalArgumentException("a proposal cannot be merged into itself, got \"" + from + "\"");
        }
    }

    /** Payload of the signal of this merge. */
    public Payload.Open toPayload() {
        return Payload.Open.data(new JsonObjectBuilder().with("from", from).with("into", into)
                .with("reason", reason.wireName()).with("evidence", evidence).json());
    }

    /**
     * Merge that a signal of the runtime states; empty for any other signal.
     *
     * @throws IllegalArgumentException when its payload is no merge
     */
    public static Optional<ProposalMerge> of(Signal signal) {
        if (!signal.type().equals(MERGED) || !isOfRuntime(signal) || !(signal.payload() instanceof Payload.Open body)) {
            return Optional.empty();
        }
        JsonObjectReader fields = JsonObjectReader.root("a merge of proposals",
                Objects.requireNonNullElse(body.data(), JsonValue.ofNull()));
        ProposalMerge merge = new ProposalMerge(fields.text("from"), fields.text("into"),
                fields.oneOf("reason", MergeReason.values(), MergeReason::wireName), fields.text("evidence"));
        fields.rejectUnknownFields();
        return Optional.of(merge);
    }

    /** Payload of the signal that splits a proposal from those that it was merged with. */
    public static Payload.Open split(String proposalId) {
        return Payload.Open.data(new JsonObjectBuilder().with("proposal", proposalId).json());
    }

    /** Id of the proposal that a split names; empty for another signal, or one that names none. */
    public static Optional<String> splitProposal(Signal signal) {
        if (!signal.type().equals(SPLIT) || !(signal.payload() instanceof Payload.Open body)) {
            return Optional.empty();
        }
        return body.data() instanceof JsonValue.Obj fields
                && fields.fields().get("proposal") instanceof JsonValue.Str id
                        ? Optional.of(id.value())
                        : Optional.empty();
    }

    /** True if the runtime emitted that signal. */
    static boolean isOfRuntime(Signal signal) {
        return signal.source().equals(Source.named(InfrastructureNames.ORCHESTRATOR));
    }
}
