package dev.waggle.connect.otel;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static org.assertj.core.api.Assertions.assertThat;

/** Solves whose tracing system throws. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ThrowingTracerTest {

    private final Set<String> called = ConcurrentHashMap.newKeySet();

    @ParameterizedTest(name = "L14 a tracing system whose {0} throws changes nothing")
    @MethodSource("methods")
    void l14ATracingSystemThatThrowsAtOneMethodChangesNothing(String broken) {
        assertIsUnchanged(broken::equals);
        assertThat(called).contains(broken);
    }

    @Test
    @DisplayName("L14 a tracing system that throws at every call changes nothing")
    void l14ATracingSystemThatThrowsAtEveryCallChangesNothing() {
        assertIsUnchanged(_ -> true);
        assertThat(called).containsExactly("current");
    }

    @Test
    @DisplayName("L14 a recorder that throws at every call, once it has begun, changes nothing")
    void l14ARecorderThatThrowsAtEveryCallChangesNothing() {
        Set<String> intact = Set.of("current", "start", "isRecording", "recordsContent");
        assertIsUnchanged(method -> !intact.contains(method));
        assertThat(called).contains("set text", "set whole", "set number", "set truth", "event", "warn", "fail", "end",
                "headers", "activate");
    }

    @Test
    void aTracingSystemThatThrowsNowhereIsAskedForAllOfItsMethods() {
        assertIsUnchanged(_ -> false);
        assertThat(called).containsExactlyInAnyOrderElementsOf(methods());
    }

    static List<String> methods() {
        return ThrowingRecorder.METHODS;
    }

    private void assertIsUnchanged(Predicate<String> isBroken) {
        SwarmResult plain = solve(SpanTracer.NONE);
        SwarmResult traced = solve(new ThrowingRecorder(called, isBroken));

        assertThat(traced.answer()).isEqualTo(plain.answer());
        assertThat(traced.ending()).isEqualTo(plain.ending());
        assertThat(traced.coordination().debateResults()).hasSameSizeAs(plain.coordination().debateResults())
                .isNotEmpty();
        assertThat(SolveTestBed.said(traced)).isEqualTo(SolveTestBed.said(plain));
        assertThat(traced.failures()).hasSameSizeAs(plain.failures());
    }

    private static SwarmResult solve(SpanTracer tracer) {
        try (Swarm swarm = new Swarm(DebatedSolve.config(new SolveTestBed(), agent("failing").does(1, _ -> {
            throw new IllegalStateException("broken");
        })).withTracer(tracer))) {
            return swarm.solve(SolveTestBed.TASK);
        }
    }
}
