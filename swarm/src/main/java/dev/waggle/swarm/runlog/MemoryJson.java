package dev.waggle.swarm.runlog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.memory.MemoryProvenance;
import dev.waggle.swarm.memory.SharedMemory.MemoryNote;
import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;

/** Codec between memories and their JSON in a log. */
public final class MemoryJson {

    /** Category of a memory without one. */
    private static final String PRIOR = "prior-knowledge";

    private MemoryJson() {}

    /**
     * Recalled memories as JSON: only the fields that become signals.
     *
     * @param now time of the recall, for the ages of the memories
     */
    public static JsonValue of(List<RecalledMemory> memories, Instant now) {
        List<JsonValue> items = new ArrayList<>();
        for (RecalledMemory memory : memories) {
            String category = memory.category();
            items.add(new JsonObjectBuilder().withAll(MemoryProvenance.of(memory, now).json())
                    .with("content", memory.content())
                    .with("category", category == null || category.isBlank() ? PRIOR : category)
                    .with("importance", memory.importance())
                    .with("relevance", memory.relevance()).json());
        }
        return JsonValue.of(items);
    }

    /**
     * Signal draft of each memory in the output of {@link #of}. A memory that no signal can hold, as its writer gave
     * it, goes to {@code unfit} with the reason. Logs of earlier versions hold no provenance; their signals have none.
     *
     * @throws IllegalArgumentException when it is something else; the message begins with the path of the field
     */
    public static List<Draft> drafts(JsonValue memories, Consumer<IllegalArgumentException> unfit) {
        List<Draft> drafts = new ArrayList<>();
        JsonObjectReader recalled = JsonObjectReader.root("memories", JsonValue.of(Map.of("memories", memories)));
        for (JsonObjectReader memory : recalled.objects("memories")) {
            String _ = memory.text("id");
            String content = memory.text("content");
            String category = memory.text("category");
            double importance = memory.number("importance");
            double relevance = memory.number("relevance");
            Optional<MemoryProvenance> provenance = MemoryProvenance.isIn(memory)
                    ? Optional.of(MemoryProvenance.read(memory))
                    : Optional.empty();
            memory.rejectUnknownFields();
            try {
                Draft draft = Draft.of(new Payload.SharedMemory(content, category, importance), relevance);
                drafts.add(provenance.map(origin -> draft.withExtension(MemoryProvenance.KEY, origin.json()))
                        .orElse(draft));
            } catch (IllegalArgumentException invalid) {
                unfit.accept(invalid);
            }
        }
        return List.copyOf(drafts);
    }

    /** Note for the memory about a signal that an agent emitted in that round; empty for types that are not stored. */
    public static Optional<MemoryNote> note(Signal signal, String agentId, int round) {
        Map<String, JsonValue> more = new LinkedHashMap<>();
        if (!UnstatedConfidence.isMarked(signal)) {
            more.put("confidence", JsonValue.of(signal.confidence()));
        }
        String content;
        String category;
        switch (signal.payload()) {
            case Payload.Discovery discovery -> {
                content = discovery.finding();
                category = "discovery";
                more.put("relevance", JsonValue.of(discovery.relevance()));
            }
            case Payload.Proposal proposal -> {
                content = joined(proposal.content(), proposal.reasoning());
                category = "proposal";
                more.put("proposalId", JsonValue.of(proposal.proposalId()));
            }
            case Payload.Challenge challenge -> {
                String instead = challenge.alternativeProposal();
                content = joined(challenge.counterArgument(), instead == null ? "" : instead);
                category = "challenge";
                more.put("targetSignalId", JsonValue.of(challenge.targetSignalId()));
            }
            case Payload.SharedMemory memory -> {
                content = memory.content();
                category = memory.category();
                more.put("importance", JsonValue.of(memory.importance()));
            }
            case Payload.Task _, Payload.Doubt _, Payload.Vote _, Payload.Conflict _, Payload.ConsensusReached _ -> {
                return Optional.empty();
            }
            case Payload.Escalate _, Payload.ToolResult _, Payload.Open _ -> {
                return Optional.empty();
            }
        }
        return Optional.of(new MemoryNote(content, category, agentId, signal.scope().run(), round, signal.id(), more));
    }

    private static String joined(String text, String more) {
        return more.isBlank() ? text : text + '\n' + more;
    }
}
