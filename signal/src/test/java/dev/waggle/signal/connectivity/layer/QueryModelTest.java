package dev.waggle.signal.connectivity.layer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.CrowdedSource;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.OpenSignalLimit;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.ThreadStats;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Comparison of every answer with a scan of the whole thread. */
class QueryModelTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void queriesAgreeWithAScan(long seed) {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults()
                .withOpenLimit(new OpenSignalLimit(30, OpenSignalLimit.OverflowPolicy.EXPIRE_OLDEST)));
        RandomRun run = new RandomRun(seed, stage);
        for (int i = 0; i < 1500; i++) {
            run.step();
            SignalQuery query = query(run);
            assertThat(stage.layer.query(query)).as("seed %d, step %d, %s", seed, i, query)
                    .isEqualTo(scan(stage.dump(query.threadId()), query));
            if (i % 50 == 0) {
                checkReadings(stage, seed, i);
            }
        }
    }

    private static void checkReadings(LayerFixture stage, long seed, int step) {
        for (String thread : RandomRun.THREADS) {
            List<ConnectivitySignal> all = stage.dump(thread);
            List<ConnectivitySignal> open = all.stream().filter(ConnectivitySignal::isOpen).toList();
            assertThat(all).as("seed %d, step %d", seed, step).extracting(ConnectivitySignal::sequence)
                    .isEqualTo(java.util.stream.LongStream.rangeClosed(1, all.size()).boxed().toList());
            ThreadStats stats = stage.layer.stats(thread);
            assertThat(stats.open()).isEqualTo(open.size()).isLessThanOrEqualTo(30);
            assertThat(stats.stored()).isEqualTo(all.size());
            Set<String> crowded = open.stream().filter(s -> s.messageClass() != MessageClass.HANDOFF)
                    .collect(Collectors.groupingBy(ConnectivitySignal::source, Collectors.counting()))
                    .entrySet().stream().filter(entry -> entry.getValue() > 10).map(java.util.Map.Entry::getKey)
                    .collect(Collectors.toSet());
            assertThat(stage.layer.crowdedSources(thread).stream().map(CrowdedSource::source))
                    .as("seed %d, step %d", seed, step).containsExactlyInAnyOrderElementsOf(crowded);
            assertThat(stage.layer.awaitingAcknowledgement(thread)).as("seed %d, step %d", seed, step)
                    .containsAll(open.stream()
                            .filter(s -> s.priority() == Priority.CRITICAL && !s.acknowledged()).toList());
        }
    }

    private static SignalQuery query(RandomRun run) {
        Random random = run.random();
        return new SignalQuery(run.pick(RandomRun.THREADS),
                random.nextInt(3) == 0 ? run.pick(List.of("a", "b", "", "nobody")) : null,
                some(random, MessageClass.values()), some(random, SignalClass.values()),
                random.nextInt(3) == 0 ? null : some(random, SignalState.values()), some(random, Priority.values()),
                time(random), time(random), run.pick(List.of(0, 1, 5, 50, Integer.MAX_VALUE)),
                run.pick(List.of(SignalQuery.Order.values())));
    }

    private static @Nullable Instant time(Random random) {
        return random.nextInt(4) == 0 ? LayerFixture.START.plusMillis(random.nextInt(600) - 50) : null;
    }

    private static <T> Set<T> some(Random random, T[] values) {
        Set<T> some = new HashSet<>();
        if (random.nextInt(3) == 0) {
            for (T value : values) {
                if (random.nextBoolean()) {
                    some.add(value);
                }
            }
        }
        return some;
    }

    private static List<ConnectivitySignal> scan(List<ConnectivitySignal> all, SignalQuery query) {
        Instant since = query.since();
        Instant before = query.before();
        Set<SignalState> states = query.states();
        List<ConnectivitySignal> found = new ArrayList<>(all.stream()
                .filter(s -> query.source() == null || query.source().isEmpty() || s.source().equals(query.source()))
                .filter(s -> query.messageClasses().isEmpty() || query.messageClasses().contains(s.messageClass()))
                .filter(s -> query.signalClasses().isEmpty() || query.signalClasses().contains(s.signalClass()))
                .filter(s -> states == null ? s.isOpen() : states.isEmpty() || states.contains(s.state()))
                .filter(s -> query.priorities().isEmpty() || query.priorities().contains(s.priority()))
                .filter(s -> since == null || s.emittedAt().isAfter(since))
                .filter(s -> before == null || s.emittedAt().isBefore(before)).toList());
        if (query.order() == SignalQuery.Order.NEWEST) {
            Collections.reverse(found);
        }
        return found.subList(0, Math.min(query.limit(), found.size()));
    }
}
