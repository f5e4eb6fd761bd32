package dev.waggle.swarm.reaction.prompt;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.inbox.SignalSpeaker;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.memory.MemoryProvenance;
import dev.waggle.swarm.reaction.reply.SignalReferences;
import dev.waggle.swarm.reaction.reply.TextExcerpt;
import org.jspecify.annotations.Nullable;

/**
 * Formats signals for a prompt, each as one JSON object on one line. {@code by} is the emitter, and {@code claims} the
 * claimed source where it is another. A recalled memory is marked with its {@link RememberedText}. Every angle
 * bracket is escaped, so that no signal text can begin a line or close its block.
 *
 * @param references names of the signals
 * @param mode cheap mode omits evidence, reasons and details
 * @param longest at most this many characters of one text; the cut is marked
 */
record SignalFormatter(SignalReferences references, ModelMode mode, int longest) {

    List<String> of(List<Signal> signals) {
        return signals.stream().map(this::of).toList();
    }

    String of(Signal signal) {
        return JsonLine.of(fields(signal).json());
    }

    /** The fields of a signal, to which a caller may add. */
    JsonObjectBuilder fields(Signal signal) {
        JsonObjectBuilder fields = new JsonObjectBuilder();
        put(fields, "ref", references.nameOf(signal.id()));
        put(fields, "type", signal.type().text());
        SignalSpeaker speaker = references.speakerOf(signal);
        put(fields, SignalSpeaker.BY, speaker.by());
        put(fields, SignalSpeaker.CLAIMS, speaker.claims());
        put(fields, "answers", references.nameOf(signal.links().replyTo()));
        Optional<MemoryProvenance> origin = remembered(signal, speaker);
        origin.ifPresent(known -> fields.with(RememberedText.FIELD, RememberedText.of(known)));
        Double confidence = UnstatedConfidence.isMarked(signal) ? null : signal.grading().confidence();
        fields.withPresent("confidence", confidence);
        Optional<ProposalMerge> merge = ProposalMerge.of(signal);
        if (merge.isPresent()) {
            put(fields, "proposalId", merge.get().from());
            put(fields, "countsAs", references.nameOfProposal(merge.get().into()));
        } else {
            ProposalMerge.splitProposal(signal).ifPresentOrElse(id -> put(fields, "proposalId", id),
                    () -> (origin.isEmpty() ? this : forMemory()).body(fields, signal.payload()));
        }
        return fields;
    }

    /** True if it is shown with the mark of a recalled memory. */
    boolean isRemembered(Signal signal) {
        return remembered(signal, references.speakerOf(signal)).isPresent();
    }

    private SignalFormatter forMemory() {
        return new SignalFormatter(references, mode, Math.min(longest, RememberedText.MAX_CONTENT));
    }

    /** Provenance of a recalled memory; empty for other signals, also for a foreign one that claims to be a memory. */
    private static Optional<MemoryProvenance> remembered(Signal signal, SignalSpeaker speaker) {
        return speaker.claims() == null && speaker.by().equals(InfrastructureNames.MEMORY)
                ? MemoryProvenance.of(signal)
                : Optional.empty();
    }

    private void body(JsonObjectBuilder fields, Payload payload) {
        switch (payload) {
            case Payload.Task task -> {
                put(fields, "content", task.task());
                detail(fields, "context", task.context());
            }
            case Payload.Discovery discovery -> {
                put(fields, "content", discovery.finding());
                detail(fields, "evidence", discovery.evidence());
                fields.with("relevance", discovery.relevance());
            }
            case Payload.Proposal proposal -> {
                put(fields, "proposalId", proposal.proposalId());
                put(fields, "content", proposal.content());
                detail(fields, "reasoning", proposal.reasoning());
            }
            case Payload.Doubt doubt -> {
                put(fields, "target", references.nameOf(doubt.targetSignalId()));
                put(fields, "content", doubt.concern());
                put(fields, "severity", doubt.severity().name().toLowerCase(Locale.ROOT));
            }
            case Payload.Challenge challenge -> {
                put(fields, "target", references.nameOf(challenge.targetSignalId()));
                put(fields, "content", challenge.counterArgument());
                put(fields, "alternativeProposal", challenge.alternativeProposal());
            }
            case Payload.Vote vote -> {
                put(fields, "proposalId", vote.proposalId());
                put(fields, "stance", vote.stance().name().toLowerCase(Locale.ROOT));
                detail(fields, "reasoning", vote.reasoning());
            }
            case Payload.Conflict conflict -> {
                put(fields, "between", references.nameOf(conflict.signalA()));
                put(fields, "and", references.nameOf(conflict.signalB()));
            }
            case Payload.ConsensusReached consensus -> {
                put(fields, "proposalId", consensus.proposalId());
                put(fields, "content", consensus.decision());
            }
            case Payload.Escalate escalation -> {
                put(fields, "content", escalation.reason());
                detail(fields, "context", escalation.context());
            }
            case Payload.SharedMemory memory -> {
                put(fields, "content", memory.content());
                put(fields, "category", memory.category());
                fields.with("importance", memory.importance());
            }
            case Payload.ToolResult result -> {
                put(fields, "tool", result.toolName());
                put(fields, "content", result.result());
                fields.with("failed", result.isError());
            }
            case Payload.Open open -> {
                put(fields, "content", open.summary());
                detail(fields, "details", open.details());
                JsonValue data = open.data();
                put(fields, "data", data == null ? null : JsonLine.of(data));
            }
        }
    }

    private void detail(JsonObjectBuilder fields, String name, @Nullable String text) {
        if (mode != ModelMode.CHEAP) {
            put(fields, name, text);
        }
    }

    private void put(JsonObjectBuilder fields, String name, @Nullable String text) {
        if (text != null && !text.isEmpty()) {
            fields.with(name, TextExcerpt.of(text, longest));
        }
    }
}
