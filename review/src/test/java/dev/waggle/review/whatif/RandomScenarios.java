package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

import dev.waggle.review.whatif.VoteScenario.ChangedVote;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.VoteRecord;

/** Random scenarios for the votes of a run. */
final class RandomScenarios {

    private RandomScenarios() {}

    static VoteScenario of(RandomGenerator random, VoteRecount recount) {
        Set<String> without = new HashSet<>();
        Map<String, Double> weights = new HashMap<>();
        List<ChangedVote> changes = new ArrayList<>();
        for (VoteRecord vote : recount.counted()) {
            boolean isFree = !without.contains(vote.agentId());
            switch (random.nextInt(8)) {
                case 0 -> {
                    if (!weights.containsKey(vote.agentId())
                            && changes.stream().noneMatch(one -> one.agent().equals(vote.agentId()))) {
                        without.add(vote.agentId());
                    }
                }
                case 1 -> {
                    if (isFree) {
                        weights.put(vote.agentId(), random.nextInt(11) / 2.0);
                    }
                }
                case 2, 3 -> {
                    if (isFree) {
                        Stance stance = random.nextInt(4) == 0 ? null : List.of(Stance.values()).get(random.nextInt(3));
                        changes.add(new ChangedVote(vote.agentId(), vote.proposalId(), stance));
                    }
                }
                default -> {
                }
            }
        }
        return new VoteScenario(null, random.nextBoolean() ? null : random.nextInt(21) / 20.0,
                random.nextBoolean() ? null : 1 + random.nextInt(4), without, changes, weights);
    }
}
