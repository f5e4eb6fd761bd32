package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Wake and sleep of agents as signals: durable-signals 47. */
class TransitionsTest {

    private static final String WOKEN = "woken ";

    @TempDir
    Path folder;

    private RestartableService service;
    private final BlockingQueue<LogEntry> generated = new LinkedBlockingQueue<>();

    @BeforeEach
    void open() {
        service = new RestartableService(folder, SignalServiceConfig.defaults().withTransitions(true));
        Runnable _ = service.signals.onGenerated(generated::add);
    }

    @AfterEach
    void close() {
        service.close();
        assertThat(service.failures).isEmpty();
    }

    @Test
    void anAgentThatIsWokenByMailAndDrainsItIsAnnounced() throws Exception {
        service.subscribe("ada", "build:*");
        Semaphore woken = new Semaphore(0);
        Runnable _ = service.inboxes().attachWake("ada", woken::release);
        service.signals.generate("build:done");
        assertThat(woken.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        assertThat(nextTypes(2)).containsExactly("build:done", "agent:ada:wake");

        assertThat(service.typesFor("ada")).containsExactly("build:done");
        LogEntry sleep = next();
        assertThat(sleep.signal().type().text()).isEqualTo("agent:ada:sleep");
        assertThat(sleep.signal().source()).isEqualTo(Source.agent("ada"));
        assertThat(sleep.emission().by()).isEqualTo("inboxes");
        assertThat(service.drain("ada")).isEmpty();
        service.signals.generate("end");
        assertThat(nextTypes(1)).containsExactly("end");
    }

    @Test
    void theTransitionIsOfTheTenantOfTheMail() throws Exception {
        service.inboxes().subscribe(SubscriptionRequest.of("ada", "a").withTenant("north"));
        service.subscribe("spy", "agent:*:*");
        Runnable _ = service.inboxes().attachWake("ada", () -> {
        });
        SignalReceipt _ = service.signals.submit(SignalRequest.of("a").withTenant("north"));
        assertThat(nextTypes(2)).containsExactly("a", "agent:ada:wake");
        service.drain("ada");
        assertThat(next().signal().scope().tenant()).isEqualTo("north");

        assertThat(service.drain("spy")).isEmpty();
    }

    /** Two agents that listen to every sleep, their own included: each is woken, and then it is quiet. */
    @Test
    void agentsThatListenToSleepFallAsleepForGood() throws Exception {
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        Runnable _ = service.signals.onGenerated(entry -> events.add(entry.signal().type().text()));
        for (String agent : List.of("ada", "bob")) {
            service.inboxes().subscribe(SubscriptionRequest.of(agent, "agent:*:sleep").withOwn(true).withSilent(false));
            service.inboxes().subscribe(SubscriptionRequest.of(agent, "agent:*:wake").withOwn(true).withSilent(false));
            Runnable _ = service.inboxes().attachWake(agent, () -> events.add(WOKEN + agent));
        }
        service.subscribe("ada", "start");
        service.signals.generate("start");
        List<String> types = new ArrayList<>();
        drainUntil("agent:ada:sleep", events, types);
        for (int quiet = 0; quiet < 3; quiet++) {
            List<InboxItem> _ = service.drain("ada");
            List<InboxItem> _ = service.drain("bob");
            service.signals.generate("mark");
            drainUntil("mark", events, types);
        }

        assertThat(types).containsExactly("start", "agent:ada:wake", "agent:ada:sleep", "mark", "mark", "mark");
    }

    @Test
    void anAgentDoesNotHearItsOwnTransitionsUnlessItAsks() throws Exception {
        service.subscribe("ada", "agent:*:*");
        service.subscribe("ada", "start");
        Runnable _ = service.inboxes().attachWake("ada", () -> {
        });
        service.signals.generate("start");
        assertThat(nextTypes(2)).containsExactly("start", "agent:ada:wake");

        assertThat(service.typesFor("ada")).containsExactly("start");
        assertThat(nextTypes(1)).containsExactly("agent:ada:sleep");
        assertThat(service.drain("ada")).isEmpty();
    }

    /** Commands of the original that ended an agent by the name of a type are ordinary signals here. */
    @Test
    void aSignalOfThatTypeFromAnybodyChangesNothing() throws Exception {
        service.subscribe("ada", "work");
        Semaphore woken = new Semaphore(0);
        Runnable _ = service.inboxes().attachWake("ada", woken::release);
        for (String command : List.of("wake", "sleep", "poison-pill", "idle")) {
            service.signals.generate("agent:ada:" + command, Source.agent("ada"), null);
            service.signals.generate("agent:ada:" + command);
        }
        assertThat(nextTypes(8)).doesNotContain("work");
        assertThat(woken.tryAcquire()).isFalse();
        assertThat(service.inboxes().agents()).containsExactly("ada");
        assertThat(service.inboxes().subscriptions("ada")).hasSize(1);

        service.signals.generate("work");
        assertThat(woken.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        assertThat(nextTypes(2)).containsExactly("work", "agent:ada:wake");
        service.signals.generate("agent:ada:sleep", Source.agent("ada"), null);
        service.signals.generate("work");
        assertThat(nextTypes(2)).containsExactly("agent:ada:sleep", "work");
        assertThat(woken.tryAcquire()).as("it is awake still").isFalse();
        assertThat(service.typesFor("ada")).containsExactly("work", "work");
        assertThat(nextTypes(1)).containsExactly("agent:ada:sleep");
    }

    @Test
    void nothingIsAnnouncedUnlessAskedFor() throws Exception {
        service.close();
        service = new RestartableService(folder.resolve("quiet"));
        Runnable _ = service.signals.onGenerated(generated::add);
        service.subscribe("ada", "a");
        Semaphore woken = new Semaphore(0);
        Runnable _ = service.inboxes().attachWake("ada", woken::release);
        service.signals.generate("a");
        assertThat(woken.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        assertThat(service.drain("ada")).hasSize(1);
        service.reopen();

        assertThat(service.signals.listRecent()).extracting(entry -> entry.signal().type().text())
                .containsExactly("a");
    }

    /** Every agent that is woken drains its inbox, until a signal of that type was generated. */
    private void drainUntil(String type, BlockingQueue<String> events, List<String> types) throws InterruptedException {
        int before = types.size();
        while (!types.subList(before, types.size()).contains(type)) {
            String event = events.poll(30, TimeUnit.SECONDS);
            assertThat(event).as("an event within 30 seconds, after " + types).isNotNull();
            if (event.startsWith(WOKEN)) {
                List<InboxItem> _ = service.drain(event.substring(WOKEN.length()));
            } else {
                types.add(event);
            }
        }
    }

    private List<String> nextTypes(int count) throws InterruptedException {
        List<String> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            types.add(next().signal().type().text());
        }
        return types;
    }

    private LogEntry next() throws InterruptedException {
        LogEntry entry = generated.poll(30, TimeUnit.SECONDS);
        assertThat(entry).as("a signal within 30 seconds").isNotNull();
        return entry;
    }
}
