package dev.waggle.swarm.reaction;

import java.util.List;

/**
 * What became of a turn of a model agent, beside what it said: what a bandit learns from and people look at. A turn that
 * failed is none; it is told as {@code agent:error}.
 *
 * @param agentId whose turn
 * @param run the id of the solve
 * @param round the round
 * @param inResponseTo the signals that called for it, in the order of the turn
 * @param strategy what it tried to do
 * @param context what the strategy was chosen with
 * @param modelCalls how often the model was asked, tools and repairs included
 * @param draftCount how many signals it said
 * @param dropped why parts of the model's replies were not said, one line each
 */
public record ReactionReport(String agentId, String run, int round, List<String> inResponseTo,
        ReactionStrategy strategy,
        ContextVector context, int modelCalls, int draftCount, List<String> dropped) {

    public ReactionReport {
        inResponseTo = List.copyOf(inResponseTo);
        dropped = List.copyOf(dropped);
    }
}
