package dev.waggle.signal.bus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static dev.waggle.signal.Samples.proposal;
import static dev.waggle.signal.Samples.vote;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static dev.waggle.signal.SignalType.PROPOSAL;
import static dev.waggle.signal.SignalType.VOTE;
import static org.assertj.core.api.Assertions.assertThat;

/** One bus, many threads. The lists of the subscribers are plain ones: the bus calls one callback at a time. */
class ThreadsTest {

    private static final int PUBLISHERS = 8;
    private static final int EACH = 10_000;
    private static final int ALL = PUBLISHERS * EACH;
    private static final int HISTORY = 100;

    private final MemoryJournal journal = new MemoryJournal();

    /** A31, and the order of the bus: one for all subscribers. */
    @Test
    void allThreadsPublishIntoOneOrderThatEverySubscriberSees() throws Exception {
        List<String> emitted = new ArrayList<>();
        SignalBus bus = bus(BusConfig.defaults().withMaxHistorySize(HISTORY), new BusObserver() {
            @Override
            public void emitted(Signal signal) {
                emitted.add(signal.id());
            }
        });
        List<List<String>> heard = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < heard.size(); i++) {
            List<String> own = heard.get(i);
            bus.subscribe("subscriber-" + i, List.of(DISCOVERY), signal -> own.add(signal.id()));
        }
        CyclicBarrier start = new CyclicBarrier(PUBLISHERS + 4);
        List<Callable<List<List<String>>>> work = new ArrayList<>();
        for (int publisher = 0; publisher < PUBLISHERS; publisher++) {
            String name = "publisher-" + publisher;
            work.add(() -> {
                start.await();
                for (int i = 0; i < EACH; i++) {
                    bus.publish(discovery(name + '/' + i, name));
                }
                return List.of();
            });
        }
        for (int reader = 0; reader < 4; reader++) {
            work.add(() -> {
                start.await();
                List<List<String>> snapshots = new ArrayList<>();
                for (int i = 0; i < 500; i++) {
                    snapshots.add(ids(i % 2 == 0 ? bus.getHistory() : bus.getHistory(SignalFilter.ofTypes(DISCOVERY))));
                }
                return snapshots;
            });
        }

        List<List<String>> snapshots = runAll(work).stream().flatMap(List::stream).toList();
        bus.awaitDelivery();

        List<String> order = journalIds();
        assertThat(order).hasSize(ALL).doesNotHaveDuplicates();
        assertThat(journal.read(1, ALL)).extracting(LogEntry::sequence).first().isEqualTo(1L);
        assertThat(heard).allSatisfy(own -> assertThat(own).isEqualTo(order));
        assertThat(emitted).isEqualTo(order);
        for (int publisher = 0; publisher < PUBLISHERS; publisher++) {
            String name = "publisher-" + publisher + '/';
            assertThat(order.stream().filter(id -> id.startsWith(name)))
                    .as("what one thread publishes keeps its order").hasSize(EACH)
                    .isSortedAccordingTo((one, other) -> Integer.compare(number(one), number(other)));
        }
        assertThat(ids(bus.getHistory())).isEqualTo(order.subList(ALL - HISTORY, ALL));
        for (List<String> snapshot : snapshots) {
            int from = snapshot.isEmpty() ? 0 : order.indexOf(snapshot.getFirst());
            assertThat(snapshot).hasSizeLessThanOrEqualTo(HISTORY)
                    .isEqualTo(order.subList(from, from + snapshot.size()));
            assertThat(from == 0 || snapshot.size() == HISTORY).as("a snapshot has no hole at its start").isTrue();
        }
    }

    @Test
    void answersOfSubscribersJoinTheOneOrder() throws Exception {
        SignalBus bus = bus(BusConfig.defaults().withMaxHistorySize(ALL), BusObserver.SILENT);
        List<String> heard = new ArrayList<>();
        bus.subscribe("voter", List.of(PROPOSAL),
                signal -> bus.publish(vote("vote-on-" + signal.id(), "voter", signal.id())));
        bus.subscribe("clerk", List.of(PROPOSAL, VOTE), signal -> heard.add(signal.id()));
        List<Callable<List<String>>> work = new ArrayList<>();
        for (int publisher = 0; publisher < 4; publisher++) {
            String name = "publisher-" + publisher;
            work.add(() -> {
                for (int i = 0; i < 500; i++) {
                    bus.publish(proposal(name + '/' + i, name, "same"));
                }
                return List.of();
            });
        }

        runAll(work);
        bus.awaitDelivery();

        List<String> order = journalIds();
        assertThat(order).hasSize(4000).doesNotHaveDuplicates();
        assertThat(heard).isEqualTo(order);
        assertThat(order.stream().filter(id -> id.startsWith("vote-on-")).map(id -> id.substring(8)))
                .isEqualTo(order.stream().filter(id -> !id.startsWith("vote-on-")).toList());
    }

    @Test
    void aSecondThreadsSignalIsDeliveredByTheThreadThatDelivers() throws Exception {
        SignalBus bus = bus(BusConfig.defaults(), BusObserver.SILENT);
        CountDownLatch isDelivering = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        bus.subscribe("a", List.of(DISCOVERY), signal -> {
            if (signal.id().equals("d1")) {
                isDelivering.countDown();
                await(mayGoOn);
            }
            heard.add(signal.id() + " on " + Thread.currentThread().getName());
        });
        Thread first = Thread.ofVirtual().name("first").start(() -> bus.publish(discovery("d1", "x")));
        await(isDelivering);

        PublishReceipt receipt = bus.publish(discovery("d2", "y"));

        assertThat(receipt).isInstanceOf(PublishReceipt.Published.class);
        assertThat(heard).as("delivery waits, publishing does not").isEmpty();
        assertThat(ids(bus.getHistory())).containsExactly("d1", "d2");

        mayGoOn.countDown();
        first.join();
        assertThat(heard).containsExactly("d1 on first", "d2 on first");
    }

    @Test
    void closingWhileAnotherThreadDeliversForgetsWhatWaits() throws Exception {
        SignalBus bus = bus(BusConfig.defaults(), BusObserver.SILENT);
        CountDownLatch isDelivering = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        bus.subscribe("a", List.of(DISCOVERY), signal -> {
            heard.add("a heard " + signal.id());
            isDelivering.countDown();
            await(mayGoOn);
        });
        bus.subscribe("b", List.of(DISCOVERY), signal -> heard.add("b heard " + signal.id()));
        Thread first = Thread.ofVirtual().start(() -> bus.publish(discovery("d1", "x")));
        await(isDelivering);
        bus.publish(discovery("d2", "y"));

        bus.close();
        mayGoOn.countDown();
        first.join();

        assertThat(heard).containsExactly("a heard d1", "b heard d1");
        assertThat(bus.getHistory()).isEmpty();
        assertThat(journalIds()).containsExactly("d1", "d2");
    }

    private SignalBus bus(BusConfig config, BusObserver observer) {
        return new SignalBus(new ManualWorld(Samples.T, 1), config, journal, observer);
    }

    private List<String> journalIds() {
        return journal.read(1, Integer.MAX_VALUE).stream().map(entry -> entry.signal().id()).toList();
    }

    private static <T> List<T> runAll(List<Callable<T>> work) throws Exception {
        List<T> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(work.size())) {
            for (Future<T> result : threads.invokeAll(work)) {
                results.add(result.get());
            }
        }
        return results;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError("nobody interrupts here", interrupted);
        }
    }

    private static int number(String id) {
        return Integer.parseInt(id.substring(id.indexOf('/') + 1));
    }

    private static List<String> ids(List<Signal> signals) {
        return signals.stream().map(Signal::id).toList();
    }
}
