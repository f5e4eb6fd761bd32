package dev.waggle.review.batch;

import java.util.List;
import java.util.function.Function;

import dev.waggle.review.batch.ItemBallots.Ballot;
import dev.waggle.review.effort.AskableItem;
import dev.waggle.swarm.reliability.DecisionCase;

/**
 * Ballots of an item whose agents can be asked one after the other.
 *
 * @param ballots in the order of the ids of their agents
 * @param agents the agent of each ballot
 * @param category kind of the task
 * @param cases the case of some ballots
 */
record AskableBallots(List<Ballot> ballots, List<String> agents, String category,
        Function<List<Ballot>, DecisionCase> cases) implements AskableItem {

    AskableBallots {
        ballots = List.copyOf(ballots);
        agents = List.copyOf(agents);
    }

    @Override
    public DecisionCase decision(List<Integer> places) {
        return cases.apply(at(places));
    }

    /** The ballots at some places. */
    List<Ballot> at(List<Integer> places) {
        return places.stream().map(ballots::get).toList();
    }
}
