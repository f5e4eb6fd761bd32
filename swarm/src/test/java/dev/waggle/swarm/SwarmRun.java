package dev.waggle.swarm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.SwarmEvent;

/**
 * All that is known of a solve when it is over.
 *
 * @param config what it was made of
 * @param hired who joined later
 * @param overcharged tokens that models charged beyond what they were allowed
 * @param acknowledged what the journal said it took, in order
 * @param unheld what the journal could not hold
 * @param entries what is in the journal
 * @param events what was announced, in order
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

    /** The profiles of all who took part, in the order of their seats for those who were there from the start. */
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
