package dev.waggle.swarm.engine.speech;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.equivalence.TextEquivalence;
import dev.waggle.swarm.identity.AuthorKey;

/**
 * Delivers equal findings once. An agent that knows a finding receives no other one that says the same by the rule,
 * unless that states other evidence. Its speakers are noted. The log has both. Owned by the thread of the solve;
 * threads of turns read the noted speakers.
 */
final class FindingFilter {

    private final boolean isActive;

    /** The latest text and its key, because a signal comes to all of its receivers in succession. */
    private String latestText = "";
    private String latestKey = TextEquivalence.keyOf(latestText);

    private final Map<String, Map<String, List<Signal>>> known = new HashMap<>();

    /** Other speakers of a finding by the agent that knows it and the signal that it knows. */
    private final Map<String, Map<String, List<String>>> supporters = new ConcurrentHashMap<>();

    FindingFilter(boolean isActive) {
        this.isActive = isActive;
    }

    /** True if the agent is to receive the signal; a finding is known to it from now on. */
    boolean isNews(String agent, Signal signal) {
        if (!isActive || !(signal.payload() instanceof Payload.Discovery finding)) {
            return true;
        }
        List<Signal> alike = known.computeIfAbsent(agent, _ -> new HashMap<>())
                .computeIfAbsent(keyOf(finding.finding()), _ -> new ArrayList<>());
        Optional<Signal> earlier = alike.stream().filter(
                other -> other.payload() instanceof Payload.Discovery said && repeats(finding, said)).findFirst();
        if (earlier.isPresent() && !signal.source().isAgent(agent)) {
            if (!earlier.get().source().equals(signal.source())) {
                addSupporter(agent, earlier.get().id(), AuthorKey.of(signal.source()));
            }
            return false;
        }
        alike.add(signal);
        return true;
    }

    /** Agents that said an equal finding which that agent did not receive, in the order in which they said it. */
    List<String> supporters(String agent, String signalId) {
        return List.copyOf(supporters.getOrDefault(agent, Map.of()).getOrDefault(signalId, List.of()));
    }

    private String keyOf(String text) {
        if (!text.equals(latestText)) {
            latestText = text;
            latestKey = TextEquivalence.keyOf(text);
        }
        return latestKey;
    }

    private void addSupporter(String agent, String signalId, String speaker) {
        List<String> speakers = supporters.computeIfAbsent(agent, _ -> new ConcurrentHashMap<>())
                .computeIfAbsent(signalId, _ -> new CopyOnWriteArrayList<>());
        if (!speakers.contains(speaker)) {
            speakers.add(speaker);
        }
    }

    private static boolean repeats(Payload.Discovery finding, Payload.Discovery earlier) {
        String evidence = finding.evidence();
        String known = earlier.evidence();
        boolean sameEvidence = evidence == null || evidence.isBlank()
                || (known != null && TextEquivalence.isSame(evidence, known));
        return sameEvidence && TextEquivalence.isSame(finding.finding(), earlier.finding());
    }
}
