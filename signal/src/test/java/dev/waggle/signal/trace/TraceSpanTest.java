package dev.waggle.signal.trace;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TraceSpanTest {

    private static final int CALLS = 100_000;

    private final List<String> ended = new ArrayList<>();

    @Test
    void theSilentSpanAllocatesNothing() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        callSilentSpans();
        long before = threads.getCurrentThreadAllocatedBytes();
        callSilentSpans();
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated).isLessThan(CALLS); // Below a byte for each call: the counter itself takes some.
    }

    private static void callSilentSpans() {
        for (int i = 0; i < CALLS; i++) {
            TraceSpan span = TraceSpan.context(SpanTracer.NONE).child(TraceSpanKind.TURN, "a");
            span.set(TraceAttribute.ROUND, i);
            span.set(TraceAttribute.AGENT_ID, "a");
            span.warn("none", "none", TraceSpanTest::setNothing);
            span.fail("none", "none");
            span.end();
        }
    }

    private static void setNothing(TraceFields fields) {}

    @Test
    void codeRunsInTheSilentSpanAsWithoutOne() {
        Runnable code = () -> {
        };

        assertThat(TraceSpan.NONE.wrap(code)).isSameAs(code);
        assertThat(TraceSpan.NONE.within(() -> 7)).isEqualTo(7);
    }

    @Test
    void theEndOfASpanEndsItsOpenChildrenFirstAndOnce() {
        TraceSpan root = TraceSpan.incoming(tracer(), Map.of()).child(TraceSpanKind.SOLVE, "solve");
        TraceSpan round = root.child(TraceSpanKind.ROUND, "round");
        TraceSpan turn = round.child(TraceSpanKind.TURN, "turn");
        turn.warn("warning", "the recorder throws", TraceSpanTest::setNothing);
        root.end();
        turn.end();
        round.end();

        assertThat(ended).containsExactly("turn abandoned", "round abandoned", "solve");
        assertThat(turn.child(TraceSpanKind.MODEL_CALL, "late")).isSameAs(TraceSpan.NONE);
    }

    @Test
    void aSpanIsCurrentOnlyWhileItsCodeRuns() {
        TraceSpan span = TraceSpan.incoming(tracer(), Map.of()).child(TraceSpanKind.SOLVE, "solve");

        assertThat(span.within(TraceSpan::current)).isSameAs(span);
        assertThatThrownBy(() -> span.within(() -> {
            throw new IllegalStateException("code");
        })).hasMessage("code");
        assertThat(TraceSpan.current()).isSameAs(TraceSpan.NONE);
    }

    private SpanTracer tracer() {
        return new SpanTracer() {
            @Override
            public SpanRecorder current() {
                return new NotingRecorder("context");
            }

            @Override
            public SpanRecorder incoming(Map<String, String> headers) {
                return new NotingRecorder("context");
            }
        };
    }

    /** Recorder that notes its end, and throws where nothing depends on it. */
    private final class NotingRecorder implements SpanRecorder {

        private final String name;
        private String failure = "";

        NotingRecorder(String name) {
            this.name = name;
        }

        @Override
        public boolean isRecording() {
            throw new IllegalStateException("broken");
        }

        @Override
        public boolean recordsContent() {
            throw new IllegalStateException("broken");
        }

        @Override
        public SpanRecorder start(TraceSpanKind kind, String child, List<String> links) {
            return new NotingRecorder(child);
        }

        @Override
        public void event(String event, Consumer<TraceFields> fields) {
            throw new IllegalStateException("broken");
        }

        @Override
        public void warn(String warning, String text, Consumer<TraceFields> fields) {
            throw new IllegalStateException("broken");
        }

        @Override
        public void fail(String type, String message) {
            failure = ' ' + type;
        }

        @Override
        public void end() {
            ended.add(name + failure);
        }

        @Override
        public Map<String, String> headers() {
            throw new IllegalStateException("broken");
        }

        @Override
        public SpanScope activate() {
            throw new IllegalStateException("broken");
        }

        @Override
        public void set(TraceAttribute attribute, String value) {
            throw new IllegalStateException("broken");
        }

        @Override
        public void set(TraceAttribute attribute, long value) {
            throw new IllegalStateException("broken");
        }

        @Override
        public void set(TraceAttribute attribute, double value) {
            throw new IllegalStateException("broken");
        }

        @Override
        public void set(TraceAttribute attribute, boolean value) {
            throw new IllegalStateException("broken");
        }
    }
}
