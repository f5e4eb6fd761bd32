package dev.waggle.swarm.evolution.control;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;

/**
 * Detector of the gaps of a round: one {@link Gap} for each domain, for any number of sources.
 *
 * <table>
 * <caption>The gaps of the specification, and their sources</caption>
 * <tr><th>domain</th><th>source</th></tr>
 * <tr><td>critical-challenger</td><td>lens game-theory: unchallenged agreement, 0.9</td></tr>
 * <tr><td>KIND-specialist</td><td>lenses replicator-dynamics and regret-minimization: rounds with more of that kind
 * move opinions far more, 0.6</td></tr>
 * <tr><td>lateral-thinker</td><td>lens proposal-energy: the fastest rising proposal does not lead, 0.6; lens
 * projection-consensus: votes and beliefs point to different proposals, 0.7; also bayesian and svd</td></tr>
 * <tr><td>lateral-thinker</td><td>here: uncertainty is large and stays, 0.7</td></tr>
 * <tr><td>bridge-connector</td><td>here: an agent is isolated, 0.5; lenses influence-graph and topology: groups stay
 * apart, 0.6 and above</td></tr>
 * <tr><td>active-contributor</td><td>here: several are hardly active, 0.4</td></tr>
 * </table>
 *
 * Any other role that a lens reports as missing is a gap, too. Only computes.
 */
final class GapDetector {

    /** Fall of the uncertainty in bits below which it counts as constant. */
    private static final double STILL = 0.01;

    /** Share of the largest possible uncertainty from which a deliberation is open. */
    private static final double OPEN = 0.7;

    /** First round with an information gain: there is nothing to gain from before. */
    private static final int FIRST_GAIN = 2;

    private static final double STUCK_URGENCY = 0.7;
    private static final double ISOLATION_URGENCY = 0.5;
    private static final double SILENCE_URGENCY = 0.4;

    /** Minimum of silent agents: fewer are a matter of taste. */
    private static final int MIN_SILENT = 3;

    /** Number of signals up to which an agent without a proposal is silent. */
    private static final int FEW_SIGNALS = 1;

    private GapDetector() {}

    /**
     * Gaps of that round, one for each domain, in the order of detection; of several sources the most urgent counts.
     *
     * @param founders the agents from the start: a silent or isolated newcomer is a matter of its evaluation
     */
    static List<Gap> detect(EvolutionInput input, MeritCounter merits, Set<String> founders) {
        Map<String, Gap> gaps = new LinkedHashMap<>();
        for (Finding finding : input.findings()) {
            if (finding instanceof Finding.Gap gap) {
                merge(gaps, new Gap(RolePresets.of(gap.role()), gap.urgency(), gap.explanation()));
            }
        }
        if (input.round() >= FIRST_GAIN && input.informationGain() < STILL && input.uncertainty() > OPEN
                && merits.newProposals() == 0) {
            merge(gaps, new Gap("lateral-thinker", STUCK_URGENCY, String.format(PlainLocale.NONE,
                    "%.0f %% of the possible uncertainty is left, and the round took %.2f bits of it",
                    100 * input.uncertainty(), input.informationGain())));
        }
        Set<String> isolated = new HashSet<>(input.isolatedAgents());
        isolated.retainAll(founders);
        int count = isolated.size();
        if (count > 0) {
            merge(gaps, new Gap("bridge-connector", ISOLATION_URGENCY, count == 1
                    ? "1 agent moves nobody and is moved by nobody"
                    : count + " agents move nobody and are moved by nobody"));
        }
        long silent = founders.stream()
                .filter(agent -> merits.proposals(agent) == 0 && merits.signals(agent) <= FEW_SIGNALS).count();
        if (silent >= MIN_SILENT) {
            merge(gaps, new Gap("active-contributor", SILENCE_URGENCY,
                    silent + " agents have hardly spoken and proposed nothing"));
        }
        return new ArrayList<>(gaps.values());
    }

    private static void merge(Map<String, Gap> gaps, Gap gap) {
        gaps.merge(gap.domain(), gap, (known, other) -> other.urgency() > known.urgency() ? other : known);
    }

    /**
     * A missing role.
     *
     * @param urgency 0..1
     * @param reason in one sentence for people
     */
    record Gap(String domain, double urgency, String reason) {}
}
