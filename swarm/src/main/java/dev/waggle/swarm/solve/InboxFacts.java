package dev.waggle.swarm.solve;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.Infrastructure;
import org.jspecify.annotations.Nullable;

/**
 * What the log of a solve holds of inboxes: {@code inbox:read}, what an agent was told before which of its turns.
 *
 * <pre>
 *   agentId     text
 *   invocation  the turn, from 1
 *   items       in order: sequence (in the log that fed the inbox), patterns, silent, id, type, source (kind or
 *               kind:id), by (who really emitted it), time (milliseconds since 1970), run and thread where it has
 *               them, confidence where stated, and the payload by the names of its parts
 * </pre>
 */
final class InboxFacts {

    /** What an agent read in its inbox. In the journal only, not on the bus. */
    static final SignalType READ = SignalType.custom("inbox:read");

    private InboxFacts() {}

    /** Whether an entry is such a fact of the runtime. */
    static boolean isOne(LogEntry entry) {
        return entry.signal().type().equals(READ) && entry.emission().by().equals(Infrastructure.ORCHESTRATOR);
    }

    /** The body with all that the items say. */
    static Payload.Open read(Seat seat, List<InboxItem> items) {
        return read(seat, items, true);
    }

    /** The body for a journal that cannot hold all of it: the payloads stand in the log that fed the inbox. */
    static Payload.Open readInShort(Seat seat, List<InboxItem> items) {
        return read(seat, items, false);
    }

    private static Payload.Open read(Seat seat, List<InboxItem> items, boolean whole) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("agentId", JsonValue.of(seat.id()));
        facts.put("invocation", JsonValue.of(seat.invocations()));
        facts.put("items", JsonValue.of(items.stream().map(item -> item(item, whole)).toList()));
        return Payload.Open.data(JsonValue.of(facts));
    }

    private static JsonValue item(InboxItem item, boolean whole) {
        LogEntry entry = item.entry();
        Signal signal = item.signal();
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("sequence", JsonValue.of(entry.sequence()));
        facts.put("patterns", JsonValue.of(item.patterns().stream().map(JsonValue::of).toList()));
        facts.put("silent", JsonValue.of(item.silent()));
        facts.put("id", JsonValue.of(signal.id()));
        facts.put("type", JsonValue.of(signal.type().text()));
        facts.put("source", JsonValue.of(source(signal.source())));
        facts.put("by", JsonValue.of(entry.emission().by()));
        facts.put("time", JsonValue.of(signal.time().toEpochMilli()));
        put(facts, "run", signal.scope().run());
        put(facts, "thread", signal.scope().thread());
        Double confidence = signal.grading().confidence();
        if (confidence != null) {
            facts.put("confidence", JsonValue.of(confidence));
        }
        if (whole) {
            facts.put("payload", JsonValue.of(payload(signal.payload())));
        }
        return JsonValue.of(facts);
    }

    private static String source(Source source) {
        return switch (source) {
            case Source.System _ -> "system";
            case Source.Agent agent -> "agent:" + agent.id();
            case Source.Webhook webhook -> webhook.id() == null ? "webhook" : "webhook:" + webhook.id();
            case Source.Process process -> process.id() == null ? "process" : "process:" + process.id();
            case Source.Harness harness -> "harness:" + harness.label();
            case Source.Named named -> "named:" + named.name();
            case Source.None _ -> "none";
        };
    }

    private static Map<String, JsonValue> payload(Payload payload) {
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
        return parts;
    }

    private static void put(Map<String, JsonValue> facts, String name, @Nullable String text) {
        if (text != null) {
            facts.put(name, JsonValue.of(text));
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
