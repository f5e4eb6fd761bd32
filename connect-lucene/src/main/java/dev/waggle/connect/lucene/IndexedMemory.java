package dev.waggle.connect.lucene;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;

/**
 * Memory with its state, as an index holds it.
 *
 * @param id its id
 * @param number number of the log entry that stored it
 * @param memory what was stored
 * @param strength its strength
 * @param reinforcedBy agents that agreed with it
 * @param end the first tick at which it is too weak
 */
record IndexedMemory(String id, long number, NewMemory memory, FadingStrength strength, Set<String> reinforcedBy,
        long end) {

    /** A memory that is stored now. */
    static IndexedMemory fresh(String id, long number, NewMemory memory, long tick, MemoryRules rules) {
        FadingStrength strength = FadingStrength.fresh(tick);
        return new IndexedMemory(id, number, memory, strength, Set.of(), strength.end(tick, rules));
    }

    /** The memory with the agreement of an agent, which counts once. */
    IndexedMemory reinforced(String agent, long tick, MemoryRules rules) {
        if (agent.equals(memory.origin().author()) || reinforcedBy.contains(agent)) {
            return this;
        }
        Set<String> agents = new LinkedHashSet<>(reinforcedBy);
        agents.add(agent);
        return with(strength.reinforced(tick, rules), agents, tick, rules);
    }

    IndexedMemory judged(MemoryOutcome outcome, long tick, MemoryRules rules) {
        return with(strength.judged(outcome), reinforcedBy, tick, rules);
    }

    private IndexedMemory with(FadingStrength changed, Set<String> agents, long tick, MemoryRules rules) {
        return new IndexedMemory(id, number, memory, changed, agents, changed.end(tick, rules));
    }

    /** The memory at a tick. */
    StoredMemory stored(long tick, MemoryRules rules) {
        return new StoredMemory(id, memory.content(), memory.category(), memory.importance(),
                strength.at(tick, rules), memory.origin(), reinforcedBy, strength.outcome(), memory.metadata());
    }

    /** The memory as text. */
    String json() {
        return JsonText.write(MemoryEvent.memoryFields(new JsonObjectBuilder().with("id", id).with("number", number),
                memory).with("base", strength.base()).with("since", strength.since())
                .with("end", end)
                .with("outcome", strength.outcome().wireName())
                .withTexts("reinforcedBy", List.copyOf(reinforcedBy)).json());
    }

    /** The memory of a text. */
    static IndexedMemory of(String text) {
        JsonObjectReader in = JsonObjectReader.root("memory", JsonText.read(text));
        Set<String> agents = new LinkedHashSet<>(in.texts("reinforcedBy"));
        return new IndexedMemory(in.text("id"), in.integer("number"), MemoryEvent.memory(in),
                new FadingStrength(in.number("base"), in.integer("since"), agents.size(),
                        MemoryOutcome.ofWireName(in.text("outcome"))),
                agents, in.integer("end"));
    }
}
