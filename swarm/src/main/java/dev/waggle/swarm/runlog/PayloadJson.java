package dev.waggle.swarm.runlog;

import java.net.URI;
import java.util.Locale;

import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** A payload as JSON by the names of its parts, and back. The type of the signal determines the record. */
final class PayloadJson {

    private PayloadJson() {}

    static JsonValue.Obj of(Payload payload) {
        JsonObjectBuilder parts = new JsonObjectBuilder();
        return switch (payload) {
            case Payload.Open open -> open(parts, open).json();
            case Payload.Task task -> parts.with("task", task.task())
                    .withPresent("context", task.context()).json();
            case Payload.Discovery found -> parts.with("finding", found.finding())
                    .withPresent("evidence", found.evidence())
                    .with("relevance", found.relevance()).json();
            case Payload.Proposal proposal -> parts.with("proposalId", proposal.proposalId())
                    .with("content", proposal.content())
                    .with("reasoning", proposal.reasoning()).json();
            case Payload.Doubt doubt -> parts.with("targetSignalId", doubt.targetSignalId())
                    .with("concern", doubt.concern())
                    .with("severity", word(doubt.severity())).json();
            case Payload.Challenge challenge -> parts.with("targetSignalId", challenge.targetSignalId())
                    .with("counterArgument", challenge.counterArgument())
                    .withPresent("alternativeProposal", challenge.alternativeProposal()).json();
            case Payload.Vote vote -> parts.with("proposalId", vote.proposalId())
                    .with("stance", word(vote.stance()))
                    .withPresent("reasoning", vote.reasoning())
                    .with("weight", vote.weight()).json();
            case Payload.Conflict conflict -> parts.with("signalA", conflict.signalA())
                    .with("signalB", conflict.signalB())
                    .with("description", conflict.description()).json();
            case Payload.ConsensusReached reached -> parts.with("proposalId", reached.proposalId())
                    .with("decision", reached.decision())
                    .with("confidence", reached.confidence()).json();
            case Payload.Escalate escalate -> parts.with("reason", escalate.reason())
                    .with("context", escalate.context()).json();
            case Payload.SharedMemory memory -> parts.with("content", memory.content())
                    .with("category", memory.category())
                    .with("importance", memory.importance()).json();
            case Payload.ToolResult tool -> parts.with("toolName", tool.toolName())
                    .with("result", tool.result())
                    .with("isError", tool.isError())
                    .with("durationMs", tool.durationMs())
                    .with("triggeredBy", tool.triggeredBy()).json();
        };
    }

    private static JsonObjectBuilder open(JsonObjectBuilder parts, Payload.Open open) {
        parts.withPresent("summary", open.summary())
                .withPresent("details", open.details())
                .withPresent("schema", open.schema() == null ? null : open.schema().toString());
        return open.data() == null ? parts : parts.with("data", open.data());
    }

    /** The payload of a signal of that type. */
    static Payload read(SignalType type, JsonFields parts) {
        Payload.Open open = new Payload.Open(parts.textOrNull("summary"), parts.textOrNull("details"),
                parts.jsonOrNull("data"), parts.find("schema").map(URI::create).orElse(null));
        return switch (type.profile()) {
            case CONNECTIVITY, DURABLE, HARNESS, CUSTOM -> open;
            case SWARM -> payload(type, parts);
        };
    }

    private static Payload payload(SignalType type, JsonFields parts) {
        return switch (type.text()) {
            case "task:new" -> new Payload.Task(parts.text("task"), parts.textOrNull("context"));
            case "discovery" -> new Payload.Discovery(parts.text("finding"), parts.textOrNull("evidence"),
                    parts.number("relevance"));
            case "proposal" -> new Payload.Proposal(parts.text("proposalId"), parts.text("content"),
                    parts.text("reasoning"));
            case "doubt" -> new Payload.Doubt(parts.text("targetSignalId"), parts.text("concern"),
                    Payload.Severity.valueOf(constant(parts.text("severity"))));
            case "challenge" -> new Payload.Challenge(parts.text("targetSignalId"), parts.text("counterArgument"),
                    parts.textOrNull("alternativeProposal"));
            case "vote" -> new Payload.Vote(parts.text("proposalId"),
                    Payload.Stance.valueOf(constant(parts.text("stance"))), parts.textOrNull("reasoning"),
                    parts.number("weight"));
            case "conflict" -> new Payload.Conflict(parts.text("signalA"), parts.text("signalB"),
                    parts.text("description"));
            case "consensus:reached" -> new Payload.ConsensusReached(parts.text("proposalId"),
                    parts.text("decision"), parts.number("confidence"));
            case "escalate" -> new Payload.Escalate(parts.text("reason"), parts.text("context"));
            case "memory:shared" -> new Payload.SharedMemory(parts.text("content"), parts.text("category"),
                    parts.number("importance"));
            case "tool:result" -> new Payload.ToolResult(parts.text("toolName"), parts.text("result"),
                    parts.flag("isError"), parts.wholeNumber("durationMs"), parts.text("triggeredBy"));
            default -> throw new IllegalArgumentException("unknown swarm type " + type);
        };
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
