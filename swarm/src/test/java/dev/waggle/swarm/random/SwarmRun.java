package dev.waggle.swarm.random;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.SwarmEvent;

/**
 * Record of a solve that is over.
 *
 * @param config configuration of the swarm
 * @param hired agents that joined later
 * @param overcharged tokens that models charged beyond their allowance
 * @param acknowledged entries that the journal acknowledged, in order
 * @param unheld signals that the journal could not hold
 * @param entries entries in the journal
 * @param events published events, in order
 */
record SwarmRun(SwarmConfig config, Map<String, AgentProfile> hired, double overcharged, List<LogEntry> acknowledged,
        List<Signal> unheld, List<LogEntry> entries, List<SwarmEvent> events, SwarmResult result) {

    SwarmRun {
        hired = Map.copyOf(hired);
        acknowledged = List.copyOf(acknowledged);
        unheld = List.copyOf(unheld);
        entries = List.copyOf(entries);
        events = List.copyOf(events);
    }

    /** The profiles of all participants; those present from the start are in the order of their seats. */
    Map<String, AgentProfile> profiles() {
        Map<String, AgentProfile> all = new LinkedHashMap<>();
        config.agents().forEach(agent -> all.put(agent.profile().id(), agent.profile()));
        all.putAll(hired);
        return all;
    }

    SwarmRun withAcknowledged(List<LogEntry> changed) {
        return new SwarmRun(config, hired, overcharged, changed, unheld, entries, events, result);
    }

    SwarmRun withConfig(SwarmConfig changed) {
        return new SwarmRun(changed, hired, overcharged, acknowledged, unheld, entries, events, result);
    }

    SwarmRun withEntries(List<LogEntry> changed) {
        return new SwarmRun(config, hired, overcharged, acknowledged, unheld, changed, events, result);
    }

    SwarmRun withEvents(List<SwarmEvent> changed) {
        return new SwarmRun(config, hired, overcharged, acknowledged, unheld, entries, changed, result);
    }

    SwarmRun withResult(SwarmResult changed) {
        return new SwarmRun(config, hired, overcharged, acknowledged, unheld, entries, events, changed);
    }
}
