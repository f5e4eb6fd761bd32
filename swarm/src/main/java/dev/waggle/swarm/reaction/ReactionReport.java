package dev.waggle.swarm.reaction;

import java.util.List;

/**
 * Report on a turn of a model agent, for bandits and for people. A failed turn has none and is logged as {@code
 * agent:error}.
 *
 * @param agentId the agent of the turn
 * @param run the id of the solve
 * @param round the round
 * @param inResponseTo the signals that called for it, in the order of the turn
 * @param strategy the chosen strategy; {@code SUPPORT} in a closing turn, which has no choice
 * @param context the context of the choice
 * @param modelCalls number of model calls, tools and repairs included
 * @param draftCount number of emitted signals
 * @param dropped reasons for omitted parts of the model's replies, one line each
 */
public record ReactionReport(String agentId, String run, int round, List<String> inResponseTo,
        ReactionStrategy strategy,
        ContextVector context, int modelCalls, int draftCount, List<String> dropped) {

    public ReactionReport {
        inResponseTo = List.copyOf(inResponseTo);
        dropped = List.copyOf(dropped);
    }
}
