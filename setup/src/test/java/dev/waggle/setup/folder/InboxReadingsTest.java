package dev.waggle.setup.folder;

import java.nio.file.Path;
import java.util.Map;

import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.MetricReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class InboxReadingsTest {

    @TempDir
    Path folder;

    @Test
    void eachKnownAgentHasTheDepthOfItsInbox() {
        try (SignalService signals = SignalService.open(folder, SignalServiceConfig.defaults(), World.system())) {
            signals.inboxes().registerAgent("ann");
            signals.inboxes().subscribe(SubscriptionRequest.of("bob", "deploy:*"));
            var _ = signals.generate("deploy:done");

            assertThat(InboxReadings.of(signals.inboxes())).containsExactly(
                    new MetricReading(0, Map.of(MetricLabel.AGENT, "ann")),
                    new MetricReading(1, Map.of(MetricLabel.AGENT, "bob")));
        }
    }
}
