package dev.waggle.review.view;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.review.ImportedSource;
import dev.waggle.review.RunLog;
import dev.waggle.review.RunParameters;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.AuthorKey;
import dev.waggle.swarm.runlog.LifecycleFacts;
import org.jspecify.annotations.Nullable;

/**
 * Statement or visible event of a run, as its pages draw it. It is made of one log entry alone, so a stream encodes
 * entries without a state.
 *
 * @param sequence the number of its entry
 * @param signal the id of its signal
 * @param author its author and kind
 * @param type the word of its type
 * @param moment its round and time
 * @param targets the signals that it refers to
 * @param content its statement
 */
public record RunMark(long sequence, String signal, MarkAuthor author, String type, MarkMoment moment,
        MarkTargets targets, MarkContent content) {

    /** Fields of facts that name the agent that they are about, in the order of preference. */
    private static final List<String> AGENT_FIELDS = List.of("agentId", "seat", "agent");

    private static final SignalType LEADER = LifecycleFacts.changed(MarkKind.LEADER);

    /**
     * Author of a mark.
     *
     * @param id the agent that states it or that it is about, else the part of the runtime
     * @param kind the kind of the mark
     */
    public record MarkAuthor(String id, MarkKind kind) {}

    /**
     * Time of a mark.
     *
     * @param round the round, 0 before the first
     * @param time the time of publication
     */
    public record MarkMoment(int round, Instant time) {}

    /**
     * Signals that a mark refers to, by their ids.
     *
     * @param reply the signal that it answers
     * @param against the signal or proposal that it doubts, challenges or contradicts
     * @param cause the signal that caused it
     */
    public record MarkTargets(@Nullable String reply, @Nullable String against, @Nullable String cause) {}

    /**
     * Statement of a mark.
     *
     * @param proposal the id of the proposal that it makes or votes on
     * @param stance the stance of a vote
     * @param confidence its stated confidence, 0..1
     * @param text its words in one line of at most {@value MarkText#MAX_LENGTH} characters; may be empty
     */
    public record MarkContent(@Nullable String proposal, @Nullable Stance stance, @Nullable Double confidence,
            String text) {}

    /** The mark of an entry; empty for an entry that no page draws. */
    public static Optional<RunMark> of(LogEntry logged) {
        LogEntry entry = ImportedSource.entryOf(logged);
        return MarkKind.of(entry).map(kind -> of(entry, kind));
    }

    /** True if an entry is a mark. */
    public static boolean isMark(LogEntry logged) {
        return MarkKind.of(ImportedSource.entryOf(logged)).isPresent();
    }

    private static RunMark of(LogEntry entry, MarkKind kind) {
        Signal signal = entry.signal();
        return new RunMark(entry.sequence(), signal.id(), new MarkAuthor(author(signal, kind), kind),
                signal.type().text(), new MarkMoment(RunLog.round(signal), signal.time()), targets(signal),
                new MarkContent(proposal(signal), stance(signal), signal.grading().confidence(),
                        MarkText.of(signal)));
    }

    private static String author(Signal signal, MarkKind kind) {
        if (signal.source() instanceof Source.Harness harness && harness.agent() != null) {
            return harness.agent();
        }
        if (kind == MarkKind.RUNTIME && !signal.type().equals(LEADER)) {
            Map<String, JsonValue> facts = RunParameters.facts(signal);
            for (String field : AGENT_FIELDS) {
                Optional<String> agent = RunParameters.text(facts, field);
                if (agent.isPresent()) {
                    return agent.get();
                }
            }
        }
        return signal.payload() instanceof Payload.ToolResult result ? result.triggeredBy()
                : AuthorKey.of(signal.source());
    }

    private static MarkTargets targets(Signal signal) {
        String against = switch (signal.payload()) {
            case Payload.Doubt doubt -> doubt.targetSignalId();
            case Payload.Challenge challenge -> challenge.targetSignalId();
            case Payload.Conflict conflict -> conflict.signalA();
            case Payload _ -> null;
        };
        return new MarkTargets(signal.links().replyTo(), against, signal.links().cause());
    }

    private static @Nullable String proposal(Signal signal) {
        return switch (signal.payload()) {
            case Payload.Proposal proposal -> proposal.proposalId();
            case Payload.Vote vote -> vote.proposalId();
            case Payload.ConsensusReached reached -> reached.proposalId();
            case Payload.Open _ when signal.type().equals(LEADER) ->
                RunParameters.text(RunParameters.facts(signal), "newValue").orElse(null);
            case Payload _ -> null;
        };
    }

    private static @Nullable Stance stance(Signal signal) {
        return signal.payload() instanceof Payload.Vote vote ? vote.stance() : null;
    }
}
