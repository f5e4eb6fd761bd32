package dev.waggle.swarm.reaction;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

import dev.waggle.signal.learning.BanditStore;
import dev.waggle.signal.learning.Evidence;
import org.jspecify.annotations.Nullable;

/**
 * A bandit with what an agent had learned when the solve began: what other solves teach meanwhile changes none of its
 * choices. Its own lessons go into the store at once, and count from the next solve on.
 *
 * <p>Where the store cannot be read the agent begins anew and takes part all the same; the reason comes out when it is to
 * learn, and nothing is kept then.
 */
final class KeptBandit implements StrategyChooser {

    private final BanditStore store;
    private final String agentId;
    private final String run;
    private final ThompsonBandit bandit;
    private final @Nullable RuntimeException unreadable;

    KeptBandit(BanditStore store, String agentId, String run) {
        this.store = store;
        this.agentId = agentId;
        this.run = run;
        ThompsonBandit loaded = new ThompsonBandit();
        RuntimeException failed = null;
        try {
            loaded = new ThompsonBandit(strategies(store.load(agentId).arms()));
        } catch (RuntimeException unread) { // Of a store, which is foreign code.
            failed = unread;
        }
        bandit = loaded;
        unreadable = failed;
    }

    /** Words that are no strategies of ours stay in the store. */
    private static Map<Strategy, Evidence> strategies(Map<String, Evidence> arms) {
        Map<Strategy, Evidence> known = new EnumMap<>(Strategy.class);
        for (Strategy strategy : Strategy.values()) {
            Evidence evidence = arms.get(strategy.word());
            if (evidence != null) {
                known.put(strategy, evidence);
            }
        }
        return known;
    }

    @Override
    public Strategy choose(Set<Strategy> arms, ContextVector context, RandomGenerator random) {
        return bandit.choose(arms, context, random);
    }

    @Override
    public void learn(List<Lesson> lessons) {
        if (unreadable != null) {
            throw new IllegalStateException("agent " + agentId + " began without what it had learned, and learned"
                    + " nothing: " + unreadable.getMessage(), unreadable);
        }
        Map<String, Evidence> more = new LinkedHashMap<>();
        for (Lesson lesson : lessons) {
            Evidence one = Evidence.none(ContextVector.SIZE).and(lesson.context().numbers(), lesson.reward());
            more.merge(lesson.arm().word(), one, Evidence::and);
        }
        if (!more.isEmpty()) {
            store.teach(agentId, run, more);
        }
    }
}
