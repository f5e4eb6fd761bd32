package dev.waggle.swarm.lens.data;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Change of the evidence of one ballot in a round, in nats before the exponent of the dependence.
 *
 * @param agent the number of the voter
 * @param nats the change by the number of the proposal, without zeros, in a fixed order; not empty. It has one entry
 *        under {@link PosteriorKind#BY_PROPOSAL}, where each proposal has its own ballots
 */
public record EvidenceChange(int agent, Map<Integer, Double> nats) {

    public EvidenceChange {
        nats = nats.size() == 1 ? Map.copyOf(nats) : Collections.unmodifiableMap(new LinkedHashMap<>(nats));
    }
}
