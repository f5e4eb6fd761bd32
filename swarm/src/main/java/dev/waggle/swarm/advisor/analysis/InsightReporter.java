package dev.waggle.swarm.advisor.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.swarm.advisor.AdvisorReport.EchoChamber;
import dev.waggle.swarm.advisor.AdvisorReport.ObjectionCycle;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.Finding;

/**
 * Reporter of insights to the swarm, each once: findings of lenses on contact and testing, objection cycles, and echo
 * chambers. Owned by the thread of the solve.
 */
final class InsightReporter {

    /** Maximum number of reports a round: more would hide signals of agents, and each may trigger every agent. */
    static final int MAX_PER_ROUND = 2;

    /** Confidence of the advisor in a report. */
    private static final double CONFIDENCE = 0.7;

    /** Relevance of a report to the task, below the relevance of an answer. */
    private static final double RELEVANCE = 0.8;

    private final Set<List<Object>> reported = new HashSet<>();

    /**
     * New reports of a round.
     *
     * @param doubts whether the advisor raises a doubt already; then a request for a challenge adds nothing
     */
    List<SwarmAdvice> newAdvice(AdvisorInput signs, Introspector introspector, boolean doubts) {
        List<SwarmAdvice> addedAdvice = new ArrayList<>();
        for (ObjectionCycle cycle : introspector.cycles()) {
            addOnce(List.of("cycle", cycle.agents()), String.join(", ", cycle.agents())
                    + " answer objections with objections in a circle. What evidence or test would settle it?",
                    addedAdvice);
        }
        for (EchoChamber chamber : introspector.echoChambers()) {
            addOnce(List.of("echo", chamber.agents().getFirst()), String.join(", ", chamber.agents())
                    + " repeat each other. Who has a reason or evidence of their own?", addedAdvice);
        }
        for (Finding finding : signs.findings()) {
            boolean challenges = doubts || signs.challenged();
            switch (finding) {
                case Finding.Rewire rewire -> addOnce(rewire.subject(), switch (rewire.change()) {
                    case CONNECT -> "Listen to each other and to " + named(rewire) + ": " + rewire.explanation();
                    case SEPARATE -> "Do not only follow " + named(rewire) + ": " + rewire.explanation();
                }, addedAdvice);
                case Finding.Provoke provoke when !challenges -> addOnce(provoke.subject(),
                        "Something asks to be tested: " + provoke.explanation(), addedAdvice);
                case Finding.Provoke _, Finding.Settle _, Finding.Weigh _, Finding.Prune _ -> {}
                case Finding.Gap _, Finding.Failed _ -> {}
            }
        }
        return addedAdvice;
    }

    private static String named(Finding.Rewire rewire) {
        return String.join(", ", rewire.agents());
    }

    private void addOnce(List<Object> subject, String text, List<SwarmAdvice> addedAdvice) {
        if (addedAdvice.size() < MAX_PER_ROUND && reported.add(subject)) {
            addedAdvice.add(
                    new SwarmAdvice.InjectSignal(Draft.of(new Payload.Discovery(text, null, RELEVANCE), CONFIDENCE),
                            InfrastructureNames.ADVISOR, text));
        }
    }
}
