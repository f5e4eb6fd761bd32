package dev.waggle.signal.trace;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Span of a trace: an operation with a begin, an end, attributes, events and children.
 *
 * <p>It is the one place where exceptions of a tracing system end, so that no caller fails for its trace. The end of a
 * span ends every child that is still open, and a span that has ended has no further children. So a tree is complete
 * when its root has ended, whatever happened to the threads below.
 *
 * <p>{@link #NONE} records nothing and allocates nothing. Thread-safe.
 */
public final class TraceSpan {

    /** Span that records nothing; its children are itself. */
    public static final TraceSpan NONE = new TraceSpan(SilentRecorder.INSTANCE, null);

    /** Type of the failure of a child that was open at the end of its parent. */
    public static final String ABANDONED = "abandoned";

    private static final String PARENT = "traceparent";

    private static final ScopedValue<TraceSpan> CURRENT = ScopedValue.newInstance();

    private final SpanRecorder recorder;
    private final @Nullable TraceSpan parent;
    /** Links of every child; only a context without a span has some. */
    private final List<String> linked;
    /** Guarded by this, as is the flag. */
    private @Nullable Set<TraceSpan> open;
    private boolean ended;

    private TraceSpan(SpanRecorder recorder, @Nullable TraceSpan parent) {
        this(recorder, parent, List.of());
    }

    private TraceSpan(SpanRecorder recorder, @Nullable TraceSpan parent, List<String> linked) {
        this.recorder = recorder;
        this.parent = parent;
        this.linked = linked;
    }

    /** Returns the span that is current on this thread. */
    public static TraceSpan current() {
        return CURRENT.orElse(NONE);
    }

    /**
     * Returns the span that is current on this thread, else the context of the thread in that tracing system. It is a
     * parent for a tree, and has no end.
     */
    public static TraceSpan context(SpanTracer tracer) {
        TraceSpan current = current();
        return current != NONE || tracer.equals(SpanTracer.NONE) ? current : contextOf(tracer::current, List.of());
    }

    /** Returns the context that a caller in another process has sent; it has no end. */
    public static TraceSpan incoming(SpanTracer tracer, Map<String, String> headers) {
        return tracer.equals(SpanTracer.NONE) ? NONE : contextOf(() -> tracer.incoming(headers), List.of());
    }

    /**
     * Returns the context of this thread for a caller in another process that is not trusted; it has no end. Its
     * children link to the span of the caller. So the caller chooses neither their trace nor whether it is sampled.
     */
    public static TraceSpan linked(SpanTracer tracer, Map<String, String> headers) {
        String caller = headers.get(PARENT);
        return caller == null || tracer.equals(SpanTracer.NONE) ? NONE
                : contextOf(tracer::current, List.of(caller));
    }

    private static TraceSpan contextOf(Supplier<SpanRecorder> context, List<String> linked) {
        try {
            return new TraceSpan(context.get(), null, linked);
        } catch (Throwable broken) {
            report(broken);
            return NONE;
        }
    }

    /** True if attributes and events go into a trace; without it, their values need not be computed. */
    public boolean isRecording() {
        try {
            return recorder.isRecording();
        } catch (Throwable broken) {
            report(broken);
            return false;
        }
    }

    /** True if attributes with content are wanted. */
    public boolean recordsContent() {
        try {
            return recorder.recordsContent();
        } catch (Throwable broken) {
            report(broken);
            return false;
        }
    }

    /** Starts a child; {@link #NONE} if this span has ended. */
    public TraceSpan child(TraceSpanKind kind, String name) {
        return child(kind, name, List.of());
    }

    /**
     * Starts a child with links.
     *
     * @param links {@code traceparent} of spans of other traces that led to it
     */
    public TraceSpan child(TraceSpanKind kind, String name, List<String> links) {
        if (this == NONE || hasEnded()) {
            return NONE;
        }
        try {
            return attach(new TraceSpan(recorder.start(kind, name, allLinks(links)), this));
        } catch (Throwable broken) {
            report(broken);
            return NONE;
        }
    }

    private List<String> allLinks(List<String> links) {
        return linked.isEmpty() ? links : Stream.concat(links.stream(), linked.stream()).toList();
    }

    private synchronized boolean hasEnded() {
        return ended;
    }

    private TraceSpan attach(TraceSpan child) {
        synchronized (this) {
            if (!ended) {
                Set<TraceSpan> children = open;
                if (children == null) {
                    children = new LinkedHashSet<>();
                    open = children;
                }
                children.add(child);
                return child;
            }
        }
        child.abandon();
        return child;
    }

    private synchronized void detach(TraceSpan child) {
        if (open != null) {
            open.remove(child);
        }
    }

    public void set(TraceAttribute attribute, String value) {
        try {
            recorder.set(attribute, value);
        } catch (Throwable broken) {
            report(broken);
        }
    }

    public void set(TraceAttribute attribute, long value) {
        try {
            recorder.set(attribute, value);
        } catch (Throwable broken) {
            report(broken);
        }
    }

    public void set(TraceAttribute attribute, double value) {
        try {
            recorder.set(attribute, value);
        } catch (Throwable broken) {
            report(broken);
        }
    }

    public void set(TraceAttribute attribute, boolean value) {
        try {
            recorder.set(attribute, value);
        } catch (Throwable broken) {
            report(broken);
        }
    }

    /** Records an event of now. */
    public void event(String name, Consumer<TraceFields> fields) {
        try {
            recorder.event(name, fields);
        } catch (Throwable broken) {
            report(broken);
        }
    }

    /**
     * Records a warning of now in the logs of the tracing system, also when the span itself is not recorded.
     *
     * @param name type of the warning, such as {@code agent:error}
     * @param text sentence in words of the runtime, without content
     * @param fields its attributes; the system omits {@link TraceAttribute#MESSAGE} unless content is wanted in logs
     */
    public void warn(String name, String text, Consumer<TraceFields> fields) {
        try {
            recorder.warn(name, text, fields);
        } catch (Throwable broken) {
            report(broken);
        }
    }

    /**
     * Marks the span as failed; the end is a call of its own.
     *
     * @param type a short word for the kind of failure
     */
    public void fail(String type, String message) {
        try {
            recorder.fail(type, message);
        } catch (Throwable broken) {
            report(broken);
        }
    }

    /** Ends the span, after every child that is still open. Ending it again does nothing. */
    public void end() {
        if (this == NONE) {
            return;
        }
        List<TraceSpan> abandoned;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            abandoned = open == null ? List.of() : new ArrayList<>(open);
            open = null;
        }
        abandoned.forEach(TraceSpan::abandon);
        if (parent != null) {
            parent.detach(this);
        }
        try {
            recorder.end();
        } catch (Throwable broken) {
            report(broken);
        }
    }

    private void abandon() {
        fail(ABANDONED, "it was open at the end of its parent");
        end();
    }

    /** Returns the headers that tell another process of this span; empty without tracing. */
    public Map<String, String> headers() {
        try {
            return recorder.headers();
        } catch (Throwable broken) {
            report(broken);
            return Map.of();
        }
    }

    /** Runs code while this span is current on this thread, here and in the tracing system. */
    public <R, X extends Throwable> R within(ScopedValue.CallableOp<? extends R, X> code) throws X {
        if (this == NONE) {
            return code.call();
        }
        SpanRecorder.@Nullable SpanScope scope = activate();
        try {
            return ScopedValue.where(CURRENT, this).<R, X>call(code);
        } finally {
            close(scope);
        }
    }

    /** Runs code while this span is current on this thread, and ends the span. */
    public <R, X extends Throwable> R measure(ScopedValue.CallableOp<? extends R, X> code) throws X {
        try {
            return within(code);
        } finally {
            end();
        }
    }

    /** Returns code that runs with this span as the current one, on any thread. */
    public Runnable wrap(Runnable code) {
        return this == NONE ? code : () -> {
            Object _ = within(() -> {
                code.run();
                return this;
            });
        };
    }

    private SpanRecorder.@Nullable SpanScope activate() {
        try {
            return recorder.activate();
        } catch (Throwable broken) {
            report(broken);
            return null;
        }
    }

    private static void close(SpanRecorder.@Nullable SpanScope scope) {
        try {
            if (scope != null) {
                scope.close();
            }
        } catch (Throwable broken) {
            report(broken);
        }
    }

    private static void report(Throwable broken) {
        System.getLogger(TraceSpan.class.getName()).log(System.Logger.Level.DEBUG, "the tracing system failed", broken);
    }
}
