package dev.waggle.lab.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.pattern.Pattern;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of history queries by the size of the history.
 *
 * <p>Signals of twenty types and a hundred sources, a millisecond apart. The queries ask for the newest 20 of one type
 * and one source, and for a hundred milliseconds in the middle (about 100). A third asks for the newest 20 of a
 * pattern that matches two types. The baseline is a loop over an array list from its end. Each query asks for another
 * type, source or time than the one before.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HistoryBench {

    private static final int TYPES = 20;
    private static final int SOURCES = 100;
    private static final int ASKED = 20;

    @Param({"1000", "100000", "1000000"})
    public int retained;

    private final List<Signal> list = new ArrayList<>();
    private final List<SignalFilter> byTypeAndSource = new ArrayList<>();
    private final List<SignalFilter> byTime = new ArrayList<>();
    private final List<SignalFilter> byPattern = new ArrayList<>();
    private SignalBus bus = SignalBus.create(BusConfig.defaults());
    private int turn;

    @Setup
    public void fill() {
        bus = SignalBus.create(BusConfig.defaults().withMaxHistorySize(retained).withMaxHistoryBytes(Long.MAX_VALUE)
                .withDefaultTtl(Duration.ofDays(10_000)).withSweepInterval(Duration.ZERO));
        Instant start = Instant.ofEpochSecond(1_700_000_000);
        for (int i = 0; i < retained; i++) {
            Draft note = Draft.custom(type(i % TYPES), Payload.Open.text("note"));
            Signal signal = Signal.of(note, new Stamp("sig-" + i, Source.agent("agent-" + i / TYPES % SOURCES),
                    start.plusMillis(i), dev.waggle.signal.Scope.NONE));
            list.add(signal);
            bus.publish(signal);
        }
        for (int i = 0; i < 64; i++) {
            SignalType wanted = SignalType.custom(type(i % TYPES));
            byTypeAndSource.add(SignalFilter.ofTypes(wanted).withSource("agent-" + i * 7 % SOURCES));
            Instant since = start.plusMillis(retained / 2 + i * 3L);
            byTime.add(SignalFilter.ALL.withSince(since).withUntil(since.plusMillis(100)));
            byPattern.add(SignalFilter.ALL.withPattern(Pattern.of("note:*:" + i % (TYPES / 2))));
        }
    }

    @Benchmark
    public List<Signal> newestByTypeAndSource() {
        return bus.latest(next(byTypeAndSource), ASKED);
    }

    @Benchmark
    public List<Signal> newestByPattern() {
        return bus.latest(next(byPattern), ASKED);
    }

    @Benchmark
    public List<Signal> window() {
        return bus.getHistory(next(byTime));
    }

    @Benchmark
    public List<Signal> newestByTypeAndSourceLoop() {
        SignalFilter filter = next(byTypeAndSource);
        List<Signal> found = new ArrayList<>();
        for (int i = list.size() - 1; i >= 0 && found.size() < ASKED; i--) {
            if (filter.matches(list.get(i))) {
                found.add(list.get(i));
            }
        }
        return found;
    }

    @Benchmark
    public List<Signal> windowLoop() {
        SignalFilter filter = next(byTime);
        List<Signal> found = new ArrayList<>();
        for (Signal signal : list) {
            if (filter.matches(signal)) {
                found.add(signal);
            }
        }
        return found;
    }

    private SignalFilter next(List<SignalFilter> filters) {
        turn = (turn + 1) & 63;
        return filters.get(turn);
    }

    private static String type(int number) {
        return "note:" + (char) ('a' + number % 2) + ':' + number / 2;
    }
}
