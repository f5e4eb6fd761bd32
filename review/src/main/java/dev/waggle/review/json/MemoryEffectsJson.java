package dev.waggle.review.json;

import dev.waggle.review.RunLog;
import dev.waggle.review.explain.Explanation;
import dev.waggle.review.explain.MemoryCitation;
import dev.waggle.review.explain.MemoryEffects;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.memory.MemoryProvenance;
import org.jspecify.annotations.Nullable;

/** Recalled memories of a run and their effects as JSON. */
final class MemoryEffectsJson {

    private MemoryEffectsJson() {}

    /** The part as JSON; {@code null} for a run without memories. */
    static JsonValue.@Nullable Obj of(Explanation explanation) {
        MemoryEffects effects = explanation.memories();
        if (effects.recalled().isEmpty()) {
            return null;
        }
        return new JsonObjectBuilder()
                .with("recalled", effects.recalled().stream().map(memory -> recalled(explanation, memory)).toList())
                .with("citations", effects.citations().stream().map(MemoryEffectsJson::citation).toList())
                .with("withoutCitingVotes", without(effects.citing()))
                .with("withoutSupportingVotes", without(effects.supporting()))
                .with("notKnown", MemoryEffects.NOT_KNOWN).json();
    }

    private static JsonValue recalled(Explanation explanation, MemoryEffects.Recalled memory) {
        Signal signal = memory.entry().signal();
        return new JsonObjectBuilder().with("signalId", signal.id())
                .with("name", SignalNumbers.name(signal, explanation.log().numbers().numberOf(signal.id())))
                .with("content", memory.content())
                .with("provenance", memory.provenance().map(MemoryProvenance::json))
                .with("citations", memory.citations()).json();
    }

    private static JsonValue citation(MemoryCitation citation) {
        Signal signal = citation.entry().signal();
        return new JsonObjectBuilder().with("signalId", signal.id())
                .with("by", signal.source().label())
                .with("type", signal.type().text())
                .with("round", RunLog.round(signal))
                .with("how", citation.how().wireName())
                .withTexts("memories", citation.memories())
                .with("through", citation.through()).json();
    }

    private static JsonValue without(MemoryEffects.WithoutVotes without) {
        return new JsonObjectBuilder().withTexts("signalIds",
                without.votes().stream().map(VoteRecord::signalId).toList())
                .withAll(WhatIfJson.outcome(without.outcome()))
                .with("changes", without.changes()).json();
    }
}
