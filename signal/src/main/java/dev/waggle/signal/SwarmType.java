package dev.waggle.signal;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** The eleven types of the swarm family, in the order of the specification, each with the record of its payload. */
public enum SwarmType {
    TASK_NEW("task:new", Payload.Task.class),
    DISCOVERY("discovery", Payload.Discovery.class),
    PROPOSAL("proposal", Payload.Proposal.class),
    DOUBT("doubt", Payload.Doubt.class),
    CHALLENGE("challenge", Payload.Challenge.class),
    VOTE("vote", Payload.Vote.class),
    CONFLICT("conflict", Payload.Conflict.class),
    CONSENSUS_REACHED("consensus:reached", Payload.ConsensusReached.class),
    ESCALATE("escalate", Payload.Escalate.class),
    MEMORY_SHARED("memory:shared", Payload.SharedMemory.class),
    TOOL_RESULT("tool:result", Payload.ToolResult.class);

    private static final Map<String, SwarmType> BY_TEXT = Stream.of(values())
            .collect(Collectors.toUnmodifiableMap(SwarmType::text, type -> type));

    private final String text;
    private final Class<? extends Payload> payload;

    SwarmType(String text, Class<? extends Payload> payload) {
        this.text = text;
        this.payload = payload;
    }

    /** The word of the type, for example {@code task:new}. */
    public String text() {
        return text;
    }

    /** The record of the payload. */
    public Class<? extends Payload> payload() {
        return payload;
    }

    /** The type as that of a signal. */
    public SignalType type() {
        return SignalType.swarm(text);
    }

    /** The swarm type of that word; empty for any other word. */
    public static Optional<SwarmType> of(String text) {
        return Optional.ofNullable(find(text));
    }

    static @Nullable SwarmType find(String text) {
        return BY_TEXT.get(text);
    }
}
