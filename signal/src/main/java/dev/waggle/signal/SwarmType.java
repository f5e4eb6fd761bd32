package dev.waggle.signal;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** The eleven words of the swarm family, in the order of the specification. Each has a payload record. */
public enum SwarmType {
    TASK_NEW("task:new"),
    DISCOVERY("discovery"),
    PROPOSAL("proposal"),
    DOUBT("doubt"),
    CHALLENGE("challenge"),
    VOTE("vote"),
    CONFLICT("conflict"),
    CONSENSUS_REACHED("consensus:reached"),
    ESCALATE("escalate"),
    MEMORY_SHARED("memory:shared"),
    TOOL_RESULT("tool:result");

    private static final Map<String, SwarmType> BY_TEXT = Stream.of(values())
            .collect(Collectors.toUnmodifiableMap(SwarmType::text, type -> type));

    private final String text;

    SwarmType(String text) {
        this.text = text;
    }

    /** The word of the type, for example {@code task:new}. */
    public String text() {
        return text;
    }

    /** The swarm type of that word; empty for any other word. */
    public static Optional<SwarmType> of(String text) {
        return Optional.ofNullable(find(text));
    }

    static @Nullable SwarmType find(String text) {
        return BY_TEXT.get(text);
    }
}
