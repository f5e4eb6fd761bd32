package dev.waggle.signal.learning;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A bandit store that lives as long as the process. */
public final class MemoryBanditStore implements BanditStore {

    private final ConcurrentHashMap<String, LearningRecord> agents = new ConcurrentHashMap<>();

    public MemoryBanditStore() {}

    @Override
    public LearningRecord load(String agentId) {
        return agents.getOrDefault(BanditStore.requireId(agentId), LearningRecord.EMPTY);
    }

    @Override
    public void teach(String agentId, String run, Map<String, ArmEvidence> more) {
        agents.compute(BanditStore.requireId(agentId),
                (_, known) -> (known == null ? LearningRecord.EMPTY : known).withLesson(run, more));
    }
}
