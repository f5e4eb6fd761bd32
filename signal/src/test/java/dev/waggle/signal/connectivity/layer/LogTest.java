package dev.waggle.signal.connectivity.layer;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Emit, get and query: connectivity scenarios 19 to 32. */
class LogTest {

    private final LayerFixture stage = new LayerFixture();

    @Test
    void theStoredSignalHasEveryFieldOfTheInput() { // 19
        ConnectivitySignal replaced = stage.emitFrom("old");
        ConnectivitySignal signal = stage.emit(LayerFixture.input(SignalClass.CONFLICT_ACTIVE).withConfidence(0.25)
                .withDetails("").replacing(replaced.id()).expiringAtStep(4));

        assertThat(signal.id()).startsWith("sig_").hasSize(30);
        assertThat(signal.emittedAt()).isEqualTo(LayerFixture.START);
        assertThat(signal).isEqualTo(stage.get(signal)).isEqualTo(new ConnectivitySignal(signal.id(), "t1", "reviewer",
                dev.waggle.signal.Audience.RoleName.COORDINATOR, SignalClass.CONFLICT_ACTIVE, Priority.NORMAL, 0.25,
                "one sentence", "", replaced.id(), 4L, LayerFixture.START, SignalState.EMITTED, 2, false));
    }

    @Test
    void idsDifferInAllThreads() { // 20
        List<String> ids = IntStream.range(0, 1000).mapToObj(i -> stage.emit(
                LayerFixture.in("t" + i % 7, LayerFixture.from("s" + i, LayerFixture.attention()))).id()).toList();

        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void withoutACallbackASignalStaysEmitted() { // 21
        ConnectivitySignal signal = stage.emitFrom("a");
        stage.listen();

        assertThat(stage.get(signal).state()).isEqualTo(SignalState.EMITTED);
        assertThat(stage.heard).isEmpty();
    }

    @Test
    void withACallbackItIsToldAsEmittedAndReturnedAsActive() { // 22
        stage.listen();

        ConnectivitySignal signal = stage.emitFrom("a");

        assertThat(stage.heard).containsExactly("emitted a emitted");
        assertThat(signal.state()).isEqualTo(SignalState.ACTIVE);
        assertThat(stage.layer.query(SignalQuery.of("t1").withStates(SignalState.ACTIVE))).containsExactly(signal);
        assertThat(stage.layer.query(SignalQuery.of("t1").withStates(SignalState.EMITTED))).isEmpty();
    }

    @Test
    void aThrowingCallbackHarmsNobody() { // 23
        IllegalStateException thrown = new IllegalStateException("no");
        stage.layer.onSignal((_, _) -> {
            throw thrown;
        });
        stage.listen();

        assertThat(stage.emitFrom("a").state()).isEqualTo(SignalState.ACTIVE);
        assertThat(stage.heard).hasSize(1);
        assertThat(stage.failures).containsExactly(thrown);
    }

    @Test
    void whatIsUnknownIsAbsent() { // 24
        assertThat(stage.layer.get("sig_none")).isEmpty();
        assertThat(stage.layer.query(SignalQuery.of("nowhere"))).isEmpty();
        assertThat(stage.layer.query(SignalQuery.of(""))).isEmpty();
    }

    @Test
    void aQueryShowsOpenSignalsUnlessItNamesStates() { // 25, 41
        ConnectivitySignal open = stage.emitFrom("open");
        ConnectivitySignal closed = stage.layer.resolve(stage.emitFrom("closed").id());

        assertThat(stage.layer.query(SignalQuery.of("t1"))).containsExactly(open);
        assertThat(stage.layer.query(SignalQuery.of("t1").withStates(SignalState.RESOLVED))).containsExactly(closed);
        assertThat(stage.layer.query(SignalQuery.of("t1").withStates())).containsExactly(closed, open); // C14
    }

    @Test
    void allFiltersMustHoldAndAListMeansAnyOf() { // 26
        for (SignalClass signalClass : SignalClass.values()) {
            for (Priority priority : Priority.values()) {
                stage.emit(LayerFixture.from("a", LayerFixture.with(priority, LayerFixture.input(signalClass))));
                stage.emit(LayerFixture.from("b", LayerFixture.with(priority, LayerFixture.input(signalClass))));
            }
        }
        SignalQuery conflicts = SignalQuery.of("t1").withMessageClasses(MessageClass.CONFLICT, MessageClass.HANDOFF);

        assertThat(stage.layer.query(conflicts)).hasSize(4 * 4 * 2);
        assertThat(stage.layer.query(conflicts.withSource("a"))).hasSize(4 * 4).allMatch(s -> s.source().equals("a"));
        assertThat(stage.layer.query(conflicts.withSource("a").withPriorities(Priority.LOW, Priority.CRITICAL)
                .withSignalClasses(SignalClass.CONFLICT_ACTIVE, SignalClass.ATTENTION_RAISE)))
                .extracting(ConnectivitySignal::priority, ConnectivitySignal::signalClass)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(Priority.CRITICAL, SignalClass.CONFLICT_ACTIVE),
                        org.assertj.core.groups.Tuple.tuple(Priority.LOW, SignalClass.CONFLICT_ACTIVE));
        assertThat(stage.layer.query(conflicts.withSource("nobody"))).isEmpty();
    }

    @Test
    void anEmptySourceDoesNotFilter() { // 27
        stage.emitFrom("a");

        assertThat(stage.layer.query(SignalQuery.of("t1").withSource(""))).hasSize(1);
    }

    @Test
    void timesAreStrictAndUnderstandOffsets() { // 28
        stage.emitFrom("first");
        stage.clock.move(10);
        stage.emitFrom("second");
        stage.clock.move(10);
        stage.emitFrom("third");

        assertThat(between("2026-04-11T00:00:00.000Z", "2026-04-11T02:00:00.020+02:00")).containsExactly("second");
        assertThat(between("2026-04-11T00:00:00.009Z", "2027-01-01T00:00:00Z")).containsExactly("third", "second");
        assertThatThrownBy(() -> SignalQuery.of("t1").withSince("yesterday"))
                .isInstanceOf(SignalValidationException.class)
                .hasMessageContaining("since must be an ISO-8601 time with offset, got \"yesterday\"");
        assertThatThrownBy(() -> SignalQuery.of("t1").withBefore("2026-04-11"))
                .isInstanceOf(SignalValidationException.class).hasMessageContaining("before");
    }

    @Test
    void limitsCutFromTheWantedEnd() { // 29, 31
        for (int i = 1; i <= 55; i++) {
            stage.emitFrom("s" + i);
        }
        SignalQuery query = SignalQuery.of("t1");

        assertThat(stage.layer.query(query)).hasSize(50).first().extracting(ConnectivitySignal::source)
                .isEqualTo("s55");
        assertThat(stage.layer.query(query)).last().extracting(ConnectivitySignal::source).isEqualTo("s6");
        assertThat(LayerFixture.sources(stage.layer.query(query.withLimit(2)))).containsExactly("s55", "s54");
        assertThat(stage.layer.query(query.withLimit(0))).isEmpty();
        assertThatThrownBy(() -> query.withLimit(-1)).isInstanceOf(SignalValidationException.class)
                .hasMessageContaining("limit must be at least 0, got -1");
    }

    @Test
    void newestAndOldestMeanThePlaceInTheThread() { // 30
        stage.emitFrom("a");
        stage.emitFrom("b");
        stage.clock.move(1);
        stage.emitFrom("c");

        assertThat(LayerFixture.sources(stage.layer.query(SignalQuery.of("t1")))).containsExactly("c", "b", "a");
        assertThat(LayerFixture.sources(stage.layer.query(SignalQuery.of("t1").withOrder(SignalQuery.Order.OLDEST))))
                .containsExactly("a", "b", "c");
    }

    @Test
    void aClockThatStepsBackDoesNotReorder() { // 32
        stage.emitFrom("a");
        stage.clock.move(-1000);
        stage.emitFrom("b");
        stage.clock.move(2000);
        stage.emitFrom("c");

        assertThat(LayerFixture.sources(stage.layer.query(SignalQuery.of("t1")))).containsExactly("c", "b", "a");
        assertThat(between("2026-04-10T23:59:59Z", "2026-04-11T00:00:01Z")).containsExactly("a");
    }

    @Test
    void resultsCannotBeChanged() { // 84
        stage.emitFrom("a");
        List<ConnectivitySignal> found = stage.layer.query(SignalQuery.of("t1"));

        assertThatThrownBy(found::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> stage.layer
                .emit(LayerFixture.to(dev.waggle.signal.Audience.RoleName.ALL, LayerFixture.attention()))
                .recipients().set(0, "me")).isInstanceOf(UnsupportedOperationException.class);
        assertThat(found.getFirst().withState(SignalState.RESOLVED)).isNotEqualTo(stage.get(found.getFirst()));
        assertThat(SignalQuery.of("t1").withPriorities(Priority.LOW).priorities()).isEqualTo(Set.of(Priority.LOW));
    }

    private List<String> between(String since, String before) {
        SignalQuery query = SignalQuery.of("t1").withSince(since).withBefore(before);
        assertThat(query.before()).isEqualTo(java.time.OffsetDateTime.parse(before).toInstant());
        assertThat(query.since()).isEqualTo(Instant.parse(since));
        return LayerFixture.sources(stage.layer.query(query));
    }
}
