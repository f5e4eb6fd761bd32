package dev.waggle.swarm.engine.loop;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.MemoryProvenance;
import dev.waggle.swarm.memory.MemoryText;
import org.jspecify.annotations.Nullable;

/**
 * Filter of signals that repeat a memory which this solve recalled. The solve itself put those words before its agents,
 * so their repetition is no evidence. It is not stored, and it does not strengthen the memory. Texts are compared as
 * memories are ({@link MemoryText#normalized}). A stored proposal or challenge is also known by its first line, without
 * its reason. Owned by the thread of the solve.
 */
final class MemoryRepetitionFilter {

    private final Map<String, String> memoryByText = new HashMap<>();
    private final Set<Repetition> repetitions = new HashSet<>();

    /** Repetition of a memory by an agent. */
    private record Repetition(String memoryId, String agentId) {}

    /** Notes the signal of a recalled memory. One of a log without provenance is no memory of this filter. */
    void recalled(Draft memory) {
        if (memory.payload() instanceof Payload.SharedMemory said
                && memory.extensions().get(MemoryProvenance.KEY) instanceof JsonValue.Obj origin) {
            String id = MemoryProvenance.read(JsonObjectReader.root(MemoryProvenance.KEY, origin)).id();
            memoryByText.putIfAbsent(MemoryText.normalized(said.content()), id);
            int line = said.content().indexOf('\n');
            if (line > 0) {
                memoryByText.putIfAbsent(MemoryText.normalized(said.content().substring(0, line)), id);
            }
        }
    }

    /** Notes the repetition of a memory by an agent; other signals change nothing. */
    void accept(Signal signal) {
        if (signal.source() instanceof Source.Agent(String agent)) {
            repeated(signal.payload()).ifPresent(memoryId -> repetitions.add(new Repetition(memoryId, agent)));
        }
    }

    /** The memory that a payload repeats; empty for other words. */
    Optional<String> repeated(Payload payload) {
        String statement = memoryByText.isEmpty() ? null : statement(payload);
        return Optional.ofNullable(statement).map(text -> memoryByText.get(MemoryText.normalized(text)));
    }

    /** True if the agent has repeated the memory in this solve, so that its agreement is one with its own words. */
    boolean hasRepeated(String memoryId, String agentId) {
        return repetitions.contains(new Repetition(memoryId, agentId));
    }

    /** The statement of a payload without its reason; {@code null} for payloads that no memory is made of. */
    private static @Nullable String statement(Payload payload) {
        return switch (payload) {
            case Payload.Discovery discovery -> discovery.finding();
            case Payload.Proposal proposal -> proposal.content();
            case Payload.Challenge challenge -> challenge.counterArgument();
            case Payload.SharedMemory memory -> memory.content();
            case Payload.Task _, Payload.Doubt _, Payload.Vote _, Payload.Conflict _ -> null;
            case Payload.ConsensusReached _, Payload.Escalate _, Payload.ToolResult _, Payload.Open _ -> null;
        };
    }
}
