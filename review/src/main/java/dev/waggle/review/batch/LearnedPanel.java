package dev.waggle.review.batch;

import java.util.List;
import java.util.Locale;

/**
 * Reliability of the agents, learned from all items at once.
 *
 * @param model what is learned about each agent
 * @param rounds number of rounds until the fit came to rest
 * @param votes number of votes that taught
 * @param truths number of items with votes and a known truth, which also taught
 * @param largest the largest probability that an answer can reach, 0..1
 * @param agents the agents with a vote, the most reliable first
 */
public record LearnedPanel(Model model, int rounds, int votes, int truths, double largest,
        List<AgentReliability> agents) {

    /** Model of an agent. */
    public enum Model {
        /** A confusion matrix: the answers of an agent by the right answer. */
        CONFUSION("confusion matrices"),
        /** One share of right answers, because the items do not share their answers or these are too many. */
        ONE_COIN("one reliability for each agent");

        private final String words;

        Model(String words) {
            this.words = words;
        }

        /** The id in reports: {@code confusion} or {@code one-coin}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The model in words. */
        public String inWords() {
            return words;
        }
    }

    /**
     * Reliability of an agent.
     *
     * @param agent its id
     * @param votes number of its votes
     * @param reliability expected share of right answers, 0..1
     */
    public record AgentReliability(String agent, int votes, double reliability) {}

    public LearnedPanel {
        agents = List.copyOf(agents);
    }
}
