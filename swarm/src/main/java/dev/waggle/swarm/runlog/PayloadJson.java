package dev.waggle.swarm.runlog;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import org.jspecify.annotations.Nullable;

/** A payload as JSON by the names of its parts, and back. The type of the signal determines the record. */
final class PayloadJson {

    private PayloadJson() {}

    static JsonValue.Obj of(Payload payload) {
        Map<String, JsonValue> parts = new LinkedHashMap<>();
        switch (payload) {
            case Payload.Open open -> {
                put(parts, "summary", open.summary());
                put(parts, "details", open.details());
                put(parts, "schema", open.schema() == null ? null : open.schema().toString());
                if (open.data() != null) {
                    parts.put("data", open.data());
                }
            }
            case Payload.Task task -> {
                put(parts, "task", task.task());
                put(parts, "context", task.context());
            }
            case Payload.Discovery found -> {
                put(parts, "finding", found.finding());
                put(parts, "evidence", found.evidence());
                parts.put("relevance", JsonValue.of(found.relevance()));
            }
            case Payload.Proposal proposal -> {
                put(parts, "proposalId", proposal.proposalId());
                put(parts, "content", proposal.content());
                put(parts, "reasoning", proposal.reasoning());
            }
            case Payload.Doubt doubt -> {
                put(parts, "targetSignalId", doubt.targetSignalId());
                put(parts, "concern", doubt.concern());
                put(parts, "severity", word(doubt.severity()));
            }
            case Payload.Challenge challenge -> {
                put(parts, "targetSignalId", challenge.targetSignalId());
                put(parts, "counterArgument", challenge.counterArgument());
                put(parts, "alternativeProposal", challenge.alternativeProposal());
            }
            case Payload.Vote vote -> {
                put(parts, "proposalId", vote.proposalId());
                put(parts, "stance", word(vote.stance()));
                put(parts, "reasoning", vote.reasoning());
                parts.put("weight", JsonValue.of(vote.weight()));
            }
            case Payload.Conflict conflict -> {
                put(parts, "signalA", conflict.signalA());
                put(parts, "signalB", conflict.signalB());
                put(parts, "description", conflict.description());
            }
            case Payload.ConsensusReached reached -> {
                put(parts, "proposalId", reached.proposalId());
                put(parts, "decision", reached.decision());
                parts.put("confidence", JsonValue.of(reached.confidence()));
            }
            case Payload.Escalate escalate -> {
                put(parts, "reason", escalate.reason());
                put(parts, "context", escalate.context());
            }
            case Payload.SharedMemory memory -> {
                put(parts, "content", memory.content());
                put(parts, "category", memory.category());
                parts.put("importance", JsonValue.of(memory.importance()));
            }
            case Payload.ToolResult tool -> {
                put(parts, "toolName", tool.toolName());
                put(parts, "result", tool.result());
                parts.put("isError", JsonValue.of(tool.isError()));
                parts.put("durationMs", JsonValue.of(tool.durationMs()));
                put(parts, "triggeredBy", tool.triggeredBy());
            }
        }
        return new JsonValue.Obj(parts);
    }

    /** The payload of a signal of that type. */
    static Payload read(SignalType type, JsonFields parts) {
        Payload.Open open = new Payload.Open(parts.textOrNull("summary"), parts.textOrNull("details"),
                parts.jsonOrNull("data"), parts.find("schema").map(URI::create).orElse(null));
        return switch (type.profile()) {
            case CONNECTIVITY, DURABLE, HARNESS, CUSTOM -> open;
            case SWARM -> said(type, parts);
        };
    }

    private static Payload said(SignalType type, JsonFields parts) {
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

    private static void put(Map<String, JsonValue> parts, String name, @Nullable String text) {
        if (text != null) {
            parts.put(name, JsonValue.of(text));
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
