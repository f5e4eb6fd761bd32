package dev.waggle.journal.signals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.InboxReader;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Looking at inboxes, compared with the service that owns them. */
class InboxReaderTest {

    @TempDir
    private Path folder;

    /** Subscriptions, mail, failures, requeued mail and condensed facts, in a seeded order. */
    @Test
    void seesAfterEveryChangeWhatTheServiceWouldDeliver() {
        for (long seed = 0; seed < 6; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            InboxConfig small = InboxConfig.defaults().withMaxWaiting(4).withCondenseFrom(20);
            try (RestartableService service = new RestartableService(folder.resolve("s" + seed), small)) {
                for (int step = 0; step < 60; step++) {
                    change(service.signals, random);
                    compare(service, small, "seed " + seed + ", step " + step);
                }
            }
        }
    }

    @Test
    void looksWhileTheFactsAreCondensed() throws InterruptedException {
        InboxConfig small = InboxConfig.defaults().withCondenseFrom(10);
        try (RestartableService service = new RestartableService(folder, small)) {
            service.signals.inboxes().subscribe(SubscriptionRequest.of("ada", "build:*"));
            AtomicBoolean isOver = new AtomicBoolean();
            Thread writer = Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 300; i++) {
                    service.signals.generate("build:" + i);
                    Inbox inbox = service.signals.inboxes().inboxOf("ada");
                    inbox.acknowledge(inbox.drain(1).getFirst().sequence());
                }
                isOver.set(true);
            });
            while (!isOver.get()) {
                try (InboxReader reader = InboxReader.open(service.data(), small, service.world)) {
                    assertThat(reader.subscriptions("ada")).hasSize(1);
                    assertThat(reader.damages()).isEmpty();
                }
            }
            writer.join();
            assertThat(service.failures).isEmpty();
        }
    }

    @Test
    void findsTheFactsOfAReplacementThatACrashInterrupted() throws IOException {
        try (RestartableService service = new RestartableService(folder)) {
            service.signals.inboxes().subscribe(SubscriptionRequest.of("ada", "build:*"));
            service.signals.generate("build:done");
        }
        Path data = folder.resolve("life-1");
        Files.move(data.resolve("inboxes"), data.resolve("inboxes.old"));

        assertThat(waiting(data)).hasSize(1);

        Files.move(data.resolve("inboxes.old"), data.resolve("inboxes.next"));
        assertThat(waiting(data)).as("a new one alone was not finished").isEmpty();
    }

    @Test
    void aFolderWithoutALogIsRefusedAndStaysAsItIs() {
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> waiting(folder));
        assertThat(folder).isEmptyDirectory();
    }

    private static List<InboxItem> waiting(Path data) {
        try (InboxReader reader = InboxReader.open(data, InboxConfig.defaults(),
                new ManualWorld(RestartableService.START, 1))) {
            return reader.waiting("ada", 10);
        }
    }

    private static void change(SignalService signals, SplittableRandom random) {
        String agent = "agent-" + random.nextInt(2);
        Inbox inbox = signals.inboxes().inboxOf(agent);
        switch (random.nextInt(8)) {
            case 0 -> signals.inboxes().subscribe(SubscriptionRequest.of(agent, random.nextBoolean() ? "*" : "a:*"));
            case 1 -> {
                var _ = signals.inboxes().unsubscribe(agent, agent, "*");
            }
            case 2 -> {
                List<InboxItem> items = inbox.drain(2);
                if (!items.isEmpty()) {
                    inbox.acknowledge(items.getLast().sequence());
                }
            }
            case 3 -> inbox.giveUp(inbox.drain(1), "no turn answered");
            case 4 -> {
                var _ = signals.inboxes().requeueAll(agent);
            }
            default -> {
                var _ = signals.generate(random.nextBoolean() ? "a:x" : "note", Source.agent("host"), JsonValue.of(1));
            }
        }
    }

    private static void compare(RestartableService service, InboxConfig config, String when) {
        try (InboxReader reader = InboxReader.open(service.data(), config, service.world)) {
            assertThat(reader.agents()).as(when).isEqualTo(service.signals.inboxes().agents());
            assertThat(reader.subscriptions()).as(when).isEqualTo(service.signals.inboxes().subscriptions());
            for (String agent : reader.agents()) {
                List<InboxItem> items = reader.waiting(agent, 100);
                assertThat(items).as(when).extracting(InboxItem::sequence).containsAll(
                        service.signals.inboxes().waiting(agent, 100).stream().map(InboxItem::sequence).toList());
                assertThat(reader.waiting(agent, 100)).as(when).isEqualTo(items);
                assertThat(reader.waiting(agent, 1)).as(when).isEqualTo(items.stream().limit(1).toList());
            }
            assertThat(reader.deadLetters()).as(when).containsAll(service.signals.inboxes().deadLetters());
        }
    }
}
