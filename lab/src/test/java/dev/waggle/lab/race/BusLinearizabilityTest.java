package dev.waggle.lab.race;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.BusCounts;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.PublishReceipt;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Linearizability of the bus: the results that several threads get also come from one thread that does the same in some
 * order. Lincheck makes up scenarios of the operations below, on a history of three signals, so that signals also leave
 * it. It runs each on real threads many times ({@code stress}), and under its own scheduler, which switches threads at
 * chosen places ({@code model}).
 *
 * <p>Every query and every receipt counts: sequence numbers, order and content of the history, the counters and the
 * open conflicts. The soak tests deliveries to subscribers.
 *
 * <p>Long, so a build omits it:
 * {@code mvn -Pfull -pl lab -am test -Dtest=BusLinearizabilityTest -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@Tag("long")
@Param(name = "number", gen = IntGen.class, conf = "1:6")
@Param(name = "agent", gen = IntGen.class, conf = "0:1")
public class BusLinearizabilityTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int AGENTS = 2;

    /** Highest number of a lasting signal; signals with a higher number are brief. */
    private static final int LASTING = 4;

    private static final Duration BRIEF = Duration.ofSeconds(1);

    /** With less, Lincheck takes a thread that spins in front of a lock for one that never ends. */
    private static final int MAX_SPINS = 100_000;

    private final ManualWorld world = new ManualWorld(START, 1);
    private final SignalBus bus = new SignalBus(world,
            BusConfig.defaults().withMaxHistorySize(3).withSweepInterval(Duration.ZERO), new MemoryJournal(),
            BusObserver.SILENT);

    @Test
    void holdsOnRealThreads() {
        new StressOptions().iterations(50).invocationsPerIteration(1000).threads(3).actorsPerThread(3)
                .check(BusLinearizabilityTest.class);
    }

    @Test
    void holdsUnderEachSchedule() {
        new ModelCheckingOptions().iterations(20).invocationsPerIteration(200).threads(2).actorsPerThread(3)
                .loopBound(MAX_SPINS)
                .check(BusLinearizabilityTest.class);
    }

    /** The numbers of the entry and, if there is one, of its conflict; 0 when it was not taken. */
    @Operation
    public List<Long> propose(@Param(name = "number") int number) {
        return publish(number, new Payload.Proposal("prop-" + number, "answer " + number, ""));
    }

    @Operation
    public List<Long> discover(@Param(name = "number") int number) {
        return publish(number, new Payload.Discovery("finding " + number, null, 0.5));
    }

    /** Lets the brief signals expire. */
    @Operation
    public void age() {
        world.advance(BRIEF.multipliedBy(2));
    }

    @Operation
    public int sweep() {
        return bus.sweep();
    }

    /** The counters of the bus, except calls, which happen later. */
    @Operation
    public List<Long> counts() {
        BusCounts counts = bus.counts();
        return List.of(counts.published(), counts.conflicts(), counts.evicted(), counts.swept(),
                counts.droppedExpired(), counts.droppedDuplicates());
    }

    @Operation
    public List<String> latest() {
        return ids(bus.latest(SignalFilter.ALL, 2));
    }

    @Operation
    public List<String> history() {
        return ids(bus.getHistory());
    }

    @Operation
    public List<String> proposalsOf(@Param(name = "agent") int agent) {
        return ids(bus.getHistory(SignalFilter.ofTypes(SignalType.PROPOSAL).withSource("agent-" + agent)));
    }

    @Operation
    public List<String> conflicts() {
        return bus.getConflicts().stream().map(pair -> pair.signalA().id() + " " + pair.signalB().id()).toList();
    }

    @Operation
    public void resolve(@Param(name = "number") int one, @Param(name = "number") int other) {
        bus.resolveConflict("sig-" + one, "sig-" + other);
    }

    private List<Long> publish(int number, Payload payload) {
        Stamp stamp = new Stamp("sig-" + number, Source.agent("agent-" + number % AGENTS), START, Scope.NONE);
        Draft draft = Draft.of(payload, 0.8);
        PublishReceipt receipt = bus.publish(Signal.of(number > LASTING ? draft.withTtl(BRIEF) : draft, stamp));
        return switch (receipt) {
            case PublishReceipt.Published(LogEntry entry, var conflict) -> conflict == null
                    ? List.of(entry.sequence())
                    : List.of(entry.sequence(), conflict.sequence());
            case PublishReceipt.Expired _, PublishReceipt.Duplicate _ -> List.of(0L);
        };
    }

    /** Names of signals; a signal of the bus itself has a random id, so its content names it. */
    private static List<String> ids(List<Signal> signals) {
        return signals.stream()
                .map(signal -> signal.payload() instanceof Payload.Conflict conflict
                        ? "conflict " + conflict.signalA() + ' ' + conflict.signalB()
                        : signal.type() + " " + signal.id())
                .toList();
    }
}
