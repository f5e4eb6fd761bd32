package dev.waggle.swarm.advisor;

/**
 * Configuration of the rewiring of a swarm.
 *
 * @param enabled whether the swarm is rewired at all; otherwise all agents receive from all
 * @param minConnectivity the Fiedler value below which a swarm is too loosely connected to lose connections, at least
 *        0
 * @param maxInfluenceConcentration the Gini coefficient of influence above which fewer agents receive from the
 *        dominant one, 0..1
 * @param pruneRedundantLinks whether agents that publish the same are disconnected
 * @param protectBridgingAgents whether an agent that connects two camps is connected with all
 */
public record TopologyConfig(boolean enabled, double minConnectivity, double maxInfluenceConcentration,
        boolean pruneRedundantLinks, boolean protectBridgingAgents) {

    /**
     * Connectivity of a swarm that one cut nearly divides: a line of three has 1, two groups with one link up to 0.3.
     */
    public static final double MIN_CONNECTIVITY = 0.3;

    /** Concentration beyond which most influence is in few hands. */
    public static final double MAX_INFLUENCE_CONCENTRATION = 0.6;

    public TopologyConfig {
        if (!(minConnectivity >= 0 && minConnectivity <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("minConnectivity must be finite and at least 0, got " + minConnectivity);
        }
        if (!(maxInfluenceConcentration >= 0 && maxInfluenceConcentration <= 1)) {
            throw new IllegalArgumentException(
                    "maxInfluenceConcentration must be between 0 and 1, got " + maxInfluenceConcentration);
        }
    }

    /** Default config, switched off; the limits apply once it is turned on. */
    public static TopologyConfig defaults() {
        return new TopologyConfig(false, MIN_CONNECTIVITY, MAX_INFLUENCE_CONCENTRATION, true, true);
    }

    public TopologyConfig withEnabled(boolean newEnabled) {
        return new TopologyConfig(newEnabled, minConnectivity, maxInfluenceConcentration, pruneRedundantLinks,
                protectBridgingAgents);
    }

    public TopologyConfig withMinConnectivity(double newMinimum) {
        return new TopologyConfig(enabled, newMinimum, maxInfluenceConcentration, pruneRedundantLinks,
                protectBridgingAgents);
    }

    public TopologyConfig withMaxInfluenceConcentration(double newMaximum) {
        return new TopologyConfig(enabled, minConnectivity, newMaximum, pruneRedundantLinks, protectBridgingAgents);
    }

    public TopologyConfig withPruneRedundantLinks(boolean newPruneRedundantLinks) {
        return new TopologyConfig(enabled, minConnectivity, maxInfluenceConcentration, newPruneRedundantLinks,
                protectBridgingAgents);
    }

    public TopologyConfig withProtectBridgingAgents(boolean newProtectBridgingAgents) {
        return new TopologyConfig(enabled, minConnectivity, maxInfluenceConcentration, pruneRedundantLinks,
                newProtectBridgingAgents);
    }
}
