package dev.waggle.setup.folder;

import java.util.List;
import java.util.Map;

import dev.waggle.journal.inbox.InboxService;
import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.MetricReading;

/** Readings of {@link dev.waggle.swarm.metric.SwarmMetric#INBOX_DEPTH}. */
public final class InboxReadings {

    private InboxReadings() {}

    /** One reading for each agent that is known there. */
    public static List<MetricReading> of(InboxService inboxes) {
        return inboxes.agents().stream().flatMap(agent -> inboxes.status(agent).stream())
                .map(status -> new MetricReading(status.waiting(), Map.of(MetricLabel.AGENT, status.agentId())))
                .toList();
    }
}
