package dev.waggle.swarm.advisor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.lens.Finding;

/**
 * What is worth telling the swarm about itself, each thing once: what lenses found about contact and testing, who goes
 * round in circles, who repeats whom. Owned by the thread of the solve.
 */
final class Insights {

    /** More would drown what agents say to each other; each of these may trigger everybody. */
    static final int MOST_A_ROUND = 2;

    /** How sure the advisor is of what it saw. */
    private static final double CONFIDENCE = 0.7;

    /** How much it matters to the task: less than what answers it. */
    private static final double RELEVANCE = 0.8;

    private final Set<List<Object>> told = new HashSet<>();

    /**
     * The news of a round.
     *
     * @param doubts whether the advisor raises a doubt already; then asking for a challenge says nothing more
     */
    List<SwarmAdvice> news(RoundSigns signs, Introspector introspector, boolean doubts) {
        List<SwarmAdvice> news = new ArrayList<>();
        for (Cycle cycle : introspector.cycles()) {
            tell(List.of("cycle", cycle.agents()), String.join(", ", cycle.agents())
                    + " answer objections with objections in a circle. What evidence or test would settle it?", news);
        }
        for (EchoChamber chamber : introspector.echoChambers()) {
            tell(List.of("echo", chamber.agents().getFirst()), String.join(", ", chamber.agents())
                    + " repeat each other. Who has a reason or evidence of their own?", news);
        }
        for (Finding finding : signs.findings()) {
            boolean challenges = doubts || signs.challenged();
            switch (finding) {
                case Finding.Rewire rewire -> tell(rewire.subject(), switch (rewire.change()) {
                    case CONNECT -> "Listen to each other and to " + named(rewire) + ": " + rewire.because();
                    case SEPARATE -> "Do not only follow " + named(rewire) + ": " + rewire.because();
                }, news);
                case Finding.Provoke provoke when !challenges -> tell(provoke.subject(),
                        "Something asks to be tested: " + provoke.because(), news);
                case Finding.Provoke _, Finding.Settle _, Finding.Weigh _, Finding.Prune _ -> {}
                case Finding.Gap _, Finding.Failed _ -> {}
            }
        }
        return news;
    }

    private static String named(Finding.Rewire rewire) {
        return String.join(", ", rewire.agents());
    }

    private void tell(List<Object> subject, String text, List<SwarmAdvice> news) {
        if (news.size() < MOST_A_ROUND && told.add(subject)) {
            news.add(new SwarmAdvice.InjectSignal(Draft.of(new Payload.Discovery(text, null, RELEVANCE), CONFIDENCE),
                    Infrastructure.ADVISOR, text));
        }
    }
}
