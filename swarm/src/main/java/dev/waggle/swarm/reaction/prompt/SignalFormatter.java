package dev.waggle.swarm.reaction.prompt;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.signal.JsonLine;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.reaction.reply.SignalReferences;
import dev.waggle.swarm.reaction.reply.TextExcerpt;
import org.jspecify.annotations.Nullable;

/**
 * Formats signals for a prompt, each as one JSON object on one line. Every angle bracket is escaped, so that no
 * signal text can begin a line or close its block.
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
        return JsonLine.of(JsonValue.of(fields(signal)));
    }

    /** The fields of a signal, to which a caller may add. */
    Map<String, JsonValue> fields(Signal signal) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        put(fields, "ref", references.nameOf(signal.id()));
        put(fields, "type", signal.type().text());
        put(fields, "by", signal.source().label());
        put(fields, "answers", references.nameOf(signal.links().replyTo()));
        Double confidence = signal.grading().confidence();
        if (confidence != null) {
            fields.put("confidence", JsonValue.of((double) confidence));
        }
        body(fields, signal.payload());
        return fields;
    }

    private void body(Map<String, JsonValue> fields, Payload payload) {
        switch (payload) {
            case Payload.Task said -> {
                put(fields, "content", said.task());
                detail(fields, "context", said.context());
            }
            case Payload.Discovery said -> {
                put(fields, "content", said.finding());
                detail(fields, "evidence", said.evidence());
                fields.put("relevance", JsonValue.of(said.relevance()));
            }
            case Payload.Proposal said -> {
                put(fields, "proposalId", said.proposalId());
                put(fields, "content", said.content());
                detail(fields, "reasoning", said.reasoning());
            }
            case Payload.Doubt said -> {
                put(fields, "target", references.nameOf(said.targetSignalId()));
                put(fields, "content", said.concern());
                put(fields, "severity", said.severity().name().toLowerCase(Locale.ROOT));
            }
            case Payload.Challenge said -> {
                put(fields, "target", references.nameOf(said.targetSignalId()));
                put(fields, "content", said.counterArgument());
                put(fields, "alternativeProposal", said.alternativeProposal());
            }
            case Payload.Vote said -> {
                put(fields, "proposalId", said.proposalId());
                put(fields, "stance", said.stance().name().toLowerCase(Locale.ROOT));
                detail(fields, "reasoning", said.reasoning());
            }
            case Payload.Conflict said -> {
                put(fields, "between", references.nameOf(said.signalA()));
                put(fields, "and", references.nameOf(said.signalB()));
            }
            case Payload.ConsensusReached said -> {
                put(fields, "proposalId", said.proposalId());
                put(fields, "content", said.decision());
            }
            case Payload.Escalate said -> {
                put(fields, "content", said.reason());
                detail(fields, "context", said.context());
            }
            case Payload.SharedMemory said -> {
                put(fields, "content", said.content());
                put(fields, "category", said.category());
                fields.put("importance", JsonValue.of(said.importance()));
            }
            case Payload.ToolResult said -> {
                put(fields, "tool", said.toolName());
                put(fields, "content", said.result());
                fields.put("failed", JsonValue.of(said.isError()));
            }
            case Payload.Open said -> {
                put(fields, "content", said.summary());
                detail(fields, "details", said.details());
                JsonValue data = said.data();
                put(fields, "data", data == null ? null : JsonLine.of(data));
            }
        }
    }

    private void detail(Map<String, JsonValue> fields, String name, @Nullable String text) {
        if (mode != ModelMode.CHEAP) {
            put(fields, name, text);
        }
    }

    private void put(Map<String, JsonValue> fields, String name, @Nullable String text) {
        if (text != null && !text.isEmpty()) {
            fields.put(name, JsonValue.of(TextExcerpt.of(text, longest)));
        }
    }
}
