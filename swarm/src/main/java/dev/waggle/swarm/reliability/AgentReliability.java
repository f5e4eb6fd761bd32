package dev.waggle.swarm.reliability;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Lessons of outcomes about one agent.
 *
 * @param agent its id
 * @param outcomes decisions with a known outcome in which it had an answer
 * @param right those in which its answer was right
 * @param vote weight of its vote in nats where it answered alone, beside the evidence that any vote has: above 0 for an agent that is better than
 *        assumed, below 0 for a worse one
 * @param deviation standard deviation of that weight
 * @param debateVote weight of its last vote in nats, where it had read the others; 0 without such outcomes
 * @param categories weight of each kind of task beside it
 * @param companions the agents that it decided with most often, at most {@value #MAX_COMPANIONS}
 */
public record AgentReliability(String agent, long outcomes, long right, double vote, double deviation,
        double debateVote, List<CategoryWeight> categories, List<Companion> companions) {

    /** Maximum number of companions that are named. */
    public static final int MAX_COMPANIONS = 16;

    public AgentReliability {
        categories = List.copyOf(categories);
        companions = List.copyOf(companions);
    }

    /**
     * Weight of a kind of task.
     *
     * @param category the kind of task
     * @param weight in nats, beside the weight of the vote
     * @param deviation its standard deviation
     */
    public record CategoryWeight(String category, double weight, double deviation) {}

    /**
     * Another agent with outcomes in the same decisions.
     *
     * @param agent its id
     * @param together decisions in which both had an answer
     * @param redundancy correlation of being right, -1..1: 1 for agents that are always right together
     */
    public record Companion(String agent, long together, double redundancy) {}

    static AgentReliability of(LearnedTerms terms, String agent, int number, List<String> names) {
        MemberState own = terms.member(number);
        MemberState common = terms.member(LearnedTerms.COMMON);
        List<CategoryWeight> categories = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            int place = own.find(ModelTerm.CATEGORY + i);
            if (place >= 0) {
                categories.add(new CategoryWeight(names.get(i), own.mean(place), own.deviation(place)));
            }
        }
        return new AgentReliability(agent, own.outcomes(), own.right(),
                common.meanOf(ModelTerm.AGENT) + own.meanOf(ModelTerm.AGENT), deviation(terms, common, own, number),
                own.meanOf(ModelTerm.DEBATER), categories,
                companions(terms, number));
    }

    /** Of the sum of the common and its own weight. */
    private static double deviation(LearnedTerms terms, MemberState common, MemberState own, int number) {
        int first = common.find(ModelTerm.AGENT);
        int second = own.find(ModelTerm.AGENT);
        double one = first < 0 ? Math.sqrt(ModelTerm.commonVariance(ModelTerm.AGENT)) : common.deviation(first);
        double other = second < 0 ? Math.sqrt(ModelTerm.ownVariance(ModelTerm.AGENT)) : own.deviation(second);
        PairState pair = terms.find(LearnedTerms.COMMON, number);
        double link = pair == null || first < 0 || second < 0 ? 0 : pair.link(first, second);
        return Math.sqrt(Math.max(0, one * one + other * other + 2 * link * one * one * other * other));
    }

    private static List<Companion> companions(LearnedTerms terms, int number) {
        List<String> agents = terms.agents();
        List<Companion> companions = new ArrayList<>();
        for (int other = 1; other < terms.size(); other++) {
            PairState pair = other == number ? null : terms.find(Math.min(number, other), Math.max(number, other));
            if (pair != null && pair.together() > 0) {
                companions.add(new Companion(agents.get(other - 1), pair.together(), pair.redundancy()));
            }
        }
        companions.sort(Comparator.comparingLong(Companion::together).reversed().thenComparing(Companion::agent));
        return companions.subList(0, Math.min(MAX_COMPANIONS, companions.size()));
    }
}
