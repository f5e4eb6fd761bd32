package dev.waggle.swarm.runlog;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;

/** Findings of mathematics, in their form in the journal. */
public final class LensFacts {

    /** A lens found something in a round. */
    public static final SignalType FOUND = SignalType.custom("lens:finding");

    private LensFacts() {}

    /** Body of {@code lens:finding}: the lens, the kind of finding, the reason, and the fields of that kind. */
    public static Payload.Open found(Finding finding) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("lens", JsonValue.of(finding.lens()));
        facts.put("finding", JsonValue.of(finding.kind().wireName()));
        switch (finding) {
            case Finding.Settle settle -> facts.put("reason", JsonValue.of(settle.reason().wireName()));
            case Finding.Provoke provoke -> {
                String proposal = provoke.proposalId();
                facts.put("proposalId", proposal == null ? JsonValue.ofNull() : JsonValue.of(proposal));
            }
            case Finding.Weigh weigh -> {
                Map<String, JsonValue> weights = new LinkedHashMap<>();
                weigh.weights().forEach((agent, weight) -> weights.put(agent, JsonValue.of(weight)));
                facts.put("weights", JsonValue.of(weights));
            }
            case Finding.Prune prune -> facts.put("agents", JsonValue.ofTexts(prune.agents()));
            case Finding.Gap gap -> {
                facts.put("role", JsonValue.of(gap.role()));
                facts.put("urgency", JsonValue.of(gap.urgency()));
            }
            case Finding.Rewire rewire -> {
                facts.put("change", JsonValue.of(rewire.change().wireName()));
                facts.put("agents", JsonValue.ofTexts(rewire.agents()));
            }
            case Finding.Failed _ -> {}
        }
        return new Payload.Open(finding.explanation(), null, JsonValue.of(facts), null);
    }

    /** The same without names and weights, for a journal that cannot hold them. */
    public static Payload.Open foundWithoutDetails(Finding finding) {
        return new Payload.Open(finding.explanation(), null, new JsonObjectBuilder().with("lens", finding.lens())
                .with("finding", finding.kind().wireName())
                .with("shortened", true).json(), null);
    }
}
