package dev.waggle.lab.soak.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.journal.file.JournalCompaction;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.RetentionPolicy;
import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;

/**
 * Signals and inboxes. One service with a bounded log lives as long as the soak. Another one for each round is closed
 * in the middle and opened again. Each signal comes once, in order, and again only if it was not acknowledged.
 */
final class InboxMail implements SoakWork {

    private static final int AGENTS = 5;
    private static final int SIGNALS = 60;
    private static final long SEGMENT = 64 * 1024;
    private static final SignalServiceConfig BOUNDED = SignalServiceConfig.defaults()
            .withLog(JournalConfig.defaults().withMaxSegmentBytes(SEGMENT)
                    .withRetention(new RetentionPolicy(4 * SEGMENT, null)))
            .withInboxes(InboxConfig.defaults().withCondenseFrom(200));

    private final SoakFolder folder;
    private final World world = World.system();
    private final SignalService service;

    InboxMail(SoakFolder folder) throws IOException {
        this.folder = folder;
        service = SignalService.open(folder.next("service"), BOUNDED, world);
    }

    @Override
    public String name() {
        return "inboxes";
    }

    @Override
    public void round(RandomGenerator random) throws IOException {
        useLongLived(random);
        reopen(random);
    }

    @Override
    public void close() {
        service.close();
    }

    private void useLongLived(RandomGenerator random) {
        String agent = "agent-" + random.nextInt(AGENTS);
        String pattern = "round:" + random.nextInt(AGENTS) + ":*";
        String type = pattern.replace("*", "done");
        service.inboxes().subscribe(SubscriptionRequest.of(agent, pattern).withSilent(random.nextBoolean()));
        List<Long> heard = new ArrayList<>();
        Runnable silence = service.onGenerated(entry -> heard.add(entry.sequence()));
        List<Long> sent = generate(service, type, random);
        silence.run();
        SoakFailureException.unless(heard.equals(sent), () -> "a listener heard " + heard + " of " + sent);
        Inbox inbox = service.inboxes().inboxOf(agent);
        List<InboxItem> items = drain(inbox, random);
        requireNumbers(sent, items);
        if (random.nextInt(4) == 0) {
            giveUp(agent, inbox, items);
        }
        inbox.acknowledge(sent.getLast());
        SoakFailureException.unless(service.inboxes().unsubscribe(agent, agent, pattern), () -> "no " + pattern);
        SoakFailureException.unless(inbox.drain(1).isEmpty(), () -> agent + " got a signal twice");
    }

    /** The last items become dead letters and are requeued. */
    private void giveUp(String agent, Inbox inbox, List<InboxItem> items) {
        List<InboxItem> last = items.subList(items.size() / 2, items.size());
        inbox.giveUp(last, "the turn failed");
        long letters = service.inboxes().deadLetters().stream().filter(DeadLetter::isRequeueable).count();
        SoakFailureException.unless(letters > 0, () -> "no dead letter of " + last.size() + " signals");
        List<Long> again = service.inboxes().requeueAll(agent);
        List<Long> numbers = last.stream().map(InboxItem::sequence).toList();
        SoakFailureException.unless(again.equals(numbers), () -> "requeued " + again + " of " + numbers);
        requireNumbers(numbers, inbox.drain(SIGNALS));
    }

    private void reopen(RandomGenerator random) throws IOException {
        Path place = folder.next(name());
        List<Long> sent;
        int acknowledged;
        try (SignalService first = SignalService.open(place, BOUNDED, world)) {
            first.inboxes().subscribe(SubscriptionRequest.of("ada", "build:*"));
            sent = generate(first, "build:done", random);
            Inbox inbox = first.inboxes().inboxOf("ada");
            int taken = random.nextInt(sent.size() + 1);
            requireNumbers(sent.subList(0, taken), taken == 0 ? List.of() : inbox.drain(taken));
            acknowledged = random.nextInt(taken + 1);
            if (acknowledged > 0) {
                inbox.acknowledge(sent.get(acknowledged - 1));
            }
        }
        try (SignalService second = SignalService.open(place, BOUNDED, world)) {
            requireNumbers(sent.subList(acknowledged, sent.size()), second.inboxes().inboxOf("ada").drain(SIGNALS));
        }
        var _ = JournalCompaction.of(place, world);
        WireSolves.requireSound(place);
    }

    private static List<Long> generate(SignalService service, String type, RandomGenerator random) {
        List<Long> sent = new ArrayList<>();
        int count = 1 + random.nextInt(SIGNALS);
        for (int i = 0; i < count; i++) {
            sent.add(service.generate(type, Source.agent("ci"), JsonValue.of("x".repeat(random.nextInt(200))))
                    .entry().sequence());
        }
        return sent;
    }

    /** Drains in pieces of random size. */
    private static List<InboxItem> drain(Inbox inbox, RandomGenerator random) {
        List<InboxItem> all = new ArrayList<>();
        List<InboxItem> some = inbox.drain(1 + random.nextInt(SIGNALS));
        while (!some.isEmpty()) {
            all.addAll(some);
            some = inbox.drain(1 + random.nextInt(SIGNALS));
        }
        return all;
    }

    private static void requireNumbers(List<Long> expected, List<InboxItem> items) {
        List<Long> numbers = items.stream().map(InboxItem::sequence).toList();
        SoakFailureException.unless(numbers.equals(expected), () -> "signals " + numbers + " came, not " + expected);
    }
}
