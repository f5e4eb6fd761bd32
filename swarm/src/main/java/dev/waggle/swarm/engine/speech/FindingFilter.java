package dev.waggle.swarm.engine.speech;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.equivalence.TextEquivalence;

/**
 * Delivers equal findings once. An agent that knows a finding receives no other one that says the same by the rule,
 * unless that states other evidence. The log has both. Owned by the thread of the solve.
 */
final class FindingFilter {

    private final boolean isActive;
    private final Map<String, Map<String, List<Payload.Discovery>>> known = new HashMap<>();

    FindingFilter(boolean isActive) {
        this.isActive = isActive;
    }

    /** True if the agent is to receive the signal; a finding is known to it from now on. */
    boolean isNews(String agent, Signal signal) {
        if (!isActive || !(signal.payload() instanceof Payload.Discovery finding)) {
            return true;
        }
        List<Payload.Discovery> alike = known.computeIfAbsent(agent, _ -> new HashMap<>())
                .computeIfAbsent(TextEquivalence.keyOf(finding.finding()), _ -> new ArrayList<>());
        boolean isRepeat = alike.stream().anyMatch(earlier -> repeats(finding, earlier));
        boolean isOwn = signal.source().label().equals(agent);
        if (isRepeat && !isOwn) {
            return false;
        }
        alike.add(finding);
        return true;
    }

    private static boolean repeats(Payload.Discovery finding, Payload.Discovery earlier) {
        String evidence = finding.evidence();
        String known = earlier.evidence();
        boolean sameEvidence = evidence == null || evidence.isBlank()
                || (known != null && TextEquivalence.isSame(evidence, known));
        return sameEvidence && TextEquivalence.isSame(finding.finding(), earlier.finding());
    }
}
