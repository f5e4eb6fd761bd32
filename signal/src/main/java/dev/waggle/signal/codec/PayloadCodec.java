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
import dev.waggle.signal.SwarmType;
import dev.waggle.signal.json.FieldSink;
import dev.waggle.signal.json.JsonFieldException;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Codec of signal bodies, the only one: journals, run logs and drafts use it. The eleven swarm payloads are an object {@code data} with the fields of their records. An
 * open payload has any value as {@code data}, or none, and {@code summary}, {@code details} and {@code schema} beside
 * it.
 */
public final class PayloadCodec {

    private PayloadCodec() {}

    /** The fields of a payload as an object of their own, as in a draft. */
    public static JsonValue.Obj encode(Payload payload) {
        return JsonObjectBuilder.of(payload, PayloadCodec::encodeFields);
    }

    /**
     * The payload of a signal of that type.
     *
     * @param fields the fields that {@link #encode} writes, and no others
     * @throws IllegalArgumentException when it is none; the message begins with the path of the field
     */
    public static Payload decode(SignalType type, JsonObjectReader fields) {
        Payload payload = fields.build(() -> type.swarmType().map(word -> decodeSwarm(word, fields))
                .orElseGet(() -> decodeOpen(fields)));
        fields.rejectUnknownFields();
        return payload;
    }

    /** Writes the fields beside those of the envelope: {@code data}, and what an open payload has beside it. */
    static void encodeBody(Payload payload, FieldSink line) {
        if (payload instanceof Open open) {
            encodeOpen(open, line);
        } else {
            line.object("data", payload, PayloadCodec::encodeFields);
        }
    }

    private static void encodeFields(Payload payload, FieldSink data) {
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
            case Open open -> encodeOpen(open, data);
        }
    }

    static Payload decodeBody(SignalType type, JsonObjectReader line) {
        if (type.profile() != Profile.SWARM) {
            return decodeOpen(line);
        }
        for (String name : new String[] {"summary", "details", "schema"}) {
            if (line.optional(name) != null) {
                throw new JsonFieldException(name + " stands beside open types only, and " + type
                        + " is a swarm type\nMaybe \"profile\":\"custom\" is missing.");
            }
        }
        return decode(type, line.object("data"));
    }

    private static Payload decodeSwarm(SwarmType type, JsonObjectReader data) {
        return switch (type) {
            case TASK_NEW -> new Task(data.text("task"), data.optionalText("context"));
            case DISCOVERY ->
                new Discovery(data.text("finding"), data.optionalText("evidence"), data.fraction("relevance"));
            case PROPOSAL -> new Proposal(data.text("proposalId"), data.text("content"), data.text("reasoning"));
            case DOUBT -> new Doubt(data.text("targetSignalId"), data.text("concern"),
                    data.constant("severity", Severity.values()));
            case CHALLENGE -> new Challenge(data.text("targetSignalId"), data.text("counterArgument"),
                    data.optionalText("alternativeProposal"));
            case VOTE -> new Vote(data.text("proposalId"), data.constant("stance", Stance.values()),
                    data.optionalText("reasoning"), data.nonNegative("weight"));
            case CONFLICT -> new Conflict(data.text("signalA"), data.text("signalB"), data.text("description"));
            case CONSENSUS_REACHED ->
                new ConsensusReached(data.text("proposalId"), data.text("decision"), data.fraction("confidence"));
            case ESCALATE -> new Escalate(data.text("reason"), data.text("context"));
            case MEMORY_SHARED ->
                new SharedMemory(data.text("content"), data.text("category"), data.fraction("importance"));
            case TOOL_RESULT -> new ToolResult(data.text("toolName"), data.text("result"), data.flag("isError"),
                    data.integer("durationMs"), data.text("triggeredBy"));
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
