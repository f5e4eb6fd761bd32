package dev.waggle.signal.learning;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps what agents learn as long as the process lives. */
public final class MemoryBanditStore implements BanditStore {

    private final ConcurrentHashMap<String, Learned> agents = new ConcurrentHashMap<>();

    @Override
    public Learned load(String agentId) {
        return agents.getOrDefault(BanditStore.requireId(agentId), Learned.NOTHING);
    }

    @Override
    public void teach(String agentId, String run, Map<String, Evidence> more) {
        agents.compute(BanditStore.requireId(agentId),
                (_, known) -> (known == null ? Learned.NOTHING : known).taught(run, more));
    }
}
