package dev.waggle.cli.command.serve;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.SignalRequest;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.world.World;

/** Signals of a demo: subscriptions, signals that wait in inboxes, one that no agent could answer, and a delayed one. */
final class DemoSignals {

    /** No agent of a deliberation, because those read their inboxes. */
    private static final String PAGER = "pager";
    private static final String RELEASE = "release";
    private static final int ATTEMPTS = 3;
    private static final Source PIPELINE = new Source.System();

    private final SignalService signals;
    private final World world;

    DemoSignals(SignalService signals, World world) {
        this.signals = signals;
        this.world = world;
    }

    /** Generates them, once in a folder. */
    void generate() {
        if (signals.log().lastSequence() > 0) {
            return;
        }
        subscribe(PAGER, "alert:*", false);
        subscribe(PAGER, "deploy:*", true);
        subscribe(RELEASE, "build:*", false);
        subscribe(RELEASE, "deploy:*", true);
        generate("deploy:started", new JsonObjectBuilder().with("release", "418").with("service", "checkout"));
        generate("alert:raised", new JsonObjectBuilder().with("service", "checkout").with("failing", 0.04));
        giveUp();
        generate("deploy:finished", new JsonObjectBuilder().with("release", "418").with("seconds", 412));
        generate("build:failed", new JsonObjectBuilder().with("branch", "price-memo").with("test", "two threads"));
        generate("build:done", new JsonObjectBuilder().with("branch", "price-memo").with("tests", 33));
        generate("alert:cleared", new JsonObjectBuilder().with("service", "checkout").with("failing", 0));
        var _ = signals.submit(request("deploy:window", new JsonObjectBuilder().with("service", "quote"))
                .withDeliverAt(world.now().plus(Duration.ofDays(1))), Map.of());
    }

    private void subscribe(String agent, String pattern, boolean silent) {
        signals.inboxes().registerAgent(agent);
        var _ = signals.inboxes().subscribe(SubscriptionRequest.of(agent, pattern).withSilent(silent));
    }

    private void generate(String type, JsonObjectBuilder data) {
        var _ = signals.submit(request(type, data), Map.of());
    }

    private static SignalRequest request(String type, JsonObjectBuilder data) {
        return SignalRequest.of(type).withSource(PIPELINE).withData(data.json());
    }

    /** The pager fails on the alert. */
    private void giveUp() {
        Inbox inbox = signals.inboxes().inboxOf(PAGER);
        List<InboxItem> items = inbox.drain(10);
        List<InboxItem> alerts = items.stream()
                .filter(item -> item.signal().type().text().equals("alert:raised"))
                .map(item -> item.withAttempts(ATTEMPTS)).toList();
        inbox.giveUp(alerts, "no acknowledgement within 30 seconds");
    }
}
