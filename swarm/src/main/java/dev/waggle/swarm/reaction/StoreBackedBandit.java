package dev.waggle.swarm.reaction;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.ArmEvidence;
import dev.waggle.signal.learning.BanditStore;
import dev.waggle.signal.learning.EvidenceJson;
import dev.waggle.swarm.reaction.LearningChooser.RewardSample;

/**
 * A bandit with an agent's stored lessons from the start of the solve; lessons of concurrent solves change none of
 * its choices. Its own lessons are stored when the solve is over, and count from the next solve on.
 */
final class StoreBackedBandit implements LearningChooser {

    private final BanditStore store;
    private final String agentId;
    private final String run;
    private volatile ThompsonBandit bandit = new ThompsonBandit();

    StoreBackedBandit(BanditStore store, String agentId, String run) {
        this.store = store;
        this.agentId = agentId;
        this.run = run;
    }

    @Override
    public JsonValue known() {
        return EvidenceJson.of(store.load(agentId).arms());
    }

    /** Words that are none of our strategies stay in the store. */
    @Override
    public void begin(JsonValue known) {
        Map<String, ArmEvidence> arms = EvidenceJson.read(known);
        Map<ReactionStrategy, ArmEvidence> ours = new EnumMap<>(ReactionStrategy.class);
        for (ReactionStrategy strategy : ReactionStrategy.values()) {
            ArmEvidence evidence = arms.get(strategy.wireName());
            if (evidence != null) {
                ours.put(strategy, evidence);
            }
        }
        bandit = new ThompsonBandit(ours);
    }

    @Override
    public double expectedReward() {
        return bandit.expectedReward();
    }

    @Override
    public ReactionStrategy choose(Set<ReactionStrategy> arms, ContextVector context, RandomGenerator random) {
        return bandit.choose(arms, context, random);
    }

    @Override
    public void learn(List<RewardSample> lessons) {
        Map<String, ArmEvidence> more = new LinkedHashMap<>();
        for (RewardSample sample : lessons) {
            ArmEvidence one = ArmEvidence.none(ContextVector.SIZE).plus(sample.context().numbers(), sample.reward());
            more.merge(sample.arm().wireName(), one, ArmEvidence::plus);
        }
        if (!more.isEmpty()) {
            store.teach(agentId, run, more);
        }
    }
}
