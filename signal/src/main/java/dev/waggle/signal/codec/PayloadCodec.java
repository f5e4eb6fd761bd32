package dev.waggle.signal.codec;

import java.net.URI;
import java.net.URISyntaxException;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Challenge;
import dev.waggle.signal.Payload.Conflict;
import dev.waggle.signal.Payload.ConsensusReached;
import dev.waggle.signal.Payload.Discovery;
import dev.waggle.signal.Payload.Doubt;
import dev.waggle.signal.Payload.Escalate;
import dev.waggle.signal.Payload.Open;
import dev.waggle.signal.Payload.Proposal;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.SharedMemory;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Payload.Task;
import dev.waggle.signal.Payload.ToolResult;
import dev.waggle.signal.Payload.Vote;
import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.FieldSink;
import dev.waggle.signal.json.JsonFieldException;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Codec of signal bodies. The eleven swarm payloads are an object {@code data} with the fields of their records. An
 * open payload has any value as {@code data}, or none, and {@code summary}, {@code details} and {@code schema} beside
 * it.
 */
final class PayloadCodec {

    private PayloadCodec() {}

    static void encode(Payload payload, FieldSink line) {
        if (payload instanceof Open open) {
            encodeOpen(open, line);
        } else {
            line.object("data", payload, PayloadCodec::encodeSwarm);
        }
    }

    private static void encodeSwarm(Payload payload, FieldSink data) {
        switch (payload) {
            case Task it -> data.text("task", it.task()).text("context", it.context());
            case Discovery it -> data.text("finding", it.finding())
                    .text("evidence", it.evidence())
                    .number("relevance", it.relevance());
            case Proposal it -> data.text("proposalId", it.proposalId())
                    .text("content", it.content())
                    .text("reasoning", it.reasoning());
            case Doubt it -> data.text("targetSignalId", it.targetSignalId())
                    .text("concern", it.concern())
                    .constant("severity", it.severity());
            case Challenge it -> data.text("targetSignalId", it.targetSignalId())
                    .text("counterArgument", it.counterArgument())
                    .text("alternativeProposal", it.alternativeProposal());
            case Vote it -> data.text("proposalId", it.proposalId())
                    .constant("stance", it.stance())
                    .text("reasoning", it.reasoning())
                    .number("weight", it.weight());
            case Conflict it -> data.text("signalA", it.signalA())
                    .text("signalB", it.signalB())
                    .text("description", it.description());
            case ConsensusReached it -> data.text("proposalId", it.proposalId())
                    .text("decision", it.decision())
                    .number("confidence", it.confidence());
            case Escalate it -> data.text("reason", it.reason()).text("context", it.context());
            case SharedMemory it -> data.text("content", it.content())
                    .text("category", it.category())
                    .number("importance", it.importance());
            case ToolResult it -> data.text("toolName", it.toolName())
                    .text("result", it.result())
                    .flag("isError", it.isError())
                    .integer("durationMs", it.durationMs())
                    .text("triggeredBy", it.triggeredBy());
            case Open _ -> throw new IllegalStateException("an open payload has no fields of its own: " + payload);
        }
    }

    static Payload decode(SignalType type, JsonObjectReader line) {
        if (type.profile() != Profile.SWARM) {
            return decodeOpen(line);
        }
        for (String name : new String[] {"summary", "details", "schema"}) {
            if (line.optional(name) != null) {
                throw new JsonFieldException(name + " stands beside open types only, and " + type
                        + " is a swarm type\nMaybe \"profile\":\"custom\" is missing.");
            }
        }
        JsonObjectReader data = line.object("data");
        Payload payload = data.build(() -> decodeSwarm(type, data));
        data.rejectUnknownFields();
        return payload;
    }

    private static Payload decodeSwarm(SignalType type, JsonObjectReader data) {
        return switch (type.text()) {
            case "task:new" -> new Task(data.text("task"), data.optionalText("context"));
            case "discovery" ->
                new Discovery(data.text("finding"), data.optionalText("evidence"), data.fraction("relevance"));
            case "proposal" -> new Proposal(data.text("proposalId"), data.text("content"), data.text("reasoning"));
            case "doubt" -> new Doubt(data.text("targetSignalId"), data.text("concern"),
                    data.constant("severity", Severity.values()));
            case "challenge" -> new Challenge(data.text("targetSignalId"), data.text("counterArgument"),
                    data.optionalText("alternativeProposal"));
            case "vote" -> new Vote(data.text("proposalId"), data.constant("stance", Stance.values()),
                    data.optionalText("reasoning"), data.nonNegative("weight"));
            case "conflict" -> new Conflict(data.text("signalA"), data.text("signalB"), data.text("description"));
            case "consensus:reached" ->
                new ConsensusReached(data.text("proposalId"), data.text("decision"), data.fraction("confidence"));
            case "escalate" -> new Escalate(data.text("reason"), data.text("context"));
            case "memory:shared" ->
                new SharedMemory(data.text("content"), data.text("category"), data.fraction("importance"));
            case "tool:result" -> new ToolResult(data.text("toolName"), data.text("result"), data.flag("isError"),
                    data.integer("durationMs"), data.text("triggeredBy"));
            default -> throw new IllegalStateException("no payload is known for the swarm type " + type);
        };
    }

    private static void encodeOpen(Open open, FieldSink line) {
        URI schema = open.schema();
        line.value("data", open.data())
                .text("summary", open.summary())
                .text("details", open.details())
                .text("schema", schema == null ? null : schema.toString());
    }

    private static Open decodeOpen(JsonObjectReader line) {
        JsonValue data = line.optional("data");
        URI schema = schema(line);
        return line.build(
                () -> new Open(line.optionalText("summary"), line.optionalText("details"), data, schema));
    }

    private static @Nullable URI schema(JsonObjectReader line) {
        String text = line.optionalText("schema");
        if (text == null) {
            return null;
        }
        try {
            return new URI(text);
        } catch (URISyntaxException bad) {
            throw line.invalid("schema", "a URI");
        }
    }
}
