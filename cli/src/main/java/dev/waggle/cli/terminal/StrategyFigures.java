package dev.waggle.cli.terminal;

import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.StrategyCatalog;

/** Names of the figures that bars of proposals show, and the place of the threshold in them. */
public final class StrategyFigures {

    private StrategyFigures() {}

    /** One line that says what the bars of a result show, for example {@code agreement by voting, │ at 70.0 %}. */
    public static String caption(ConsensusResult result, double threshold, String mark) {
        String at = String.format(PlainLocale.NONE, "%.1f %%", 100 * threshold);
        if (!isOfEachProposal(result.strategy())) {
            return "share of the support; its " + StrategyCatalog.measureOf(result.strategy()) + " decides by "
                    + result.strategy() + ", threshold " + at;
        }
        return StrategyCatalog.measureOf(result.strategy()) + " by " + result.strategy()
                + (isMarked(result.strategy(), result.decided(), result.confidence(), threshold)
                        ? ", " + mark + " is the threshold of " + at
                        : ", which decides at any threshold");
    }

    /** True if the bars show what the threshold is about, and the decision, if there is one, reached it. */
    public static boolean isMarked(String strategy, boolean decided, double confidence, double threshold) {
        return isOfEachProposal(strategy) && (!decided || DecisionRule.reaches(confidence, threshold));
    }

    /** False for a strategy with one number for all proposals together. */
    private static boolean isOfEachProposal(String strategy) {
        return StrategyCatalog.measureOf(strategy).equals("agreement");
    }
}
