package dev.waggle.connect.otel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.signal.trace.SpanRecorder;
import dev.waggle.signal.trace.TraceFields;
import dev.waggle.signal.trace.TraceSpanKind;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.logs.LogRecordBuilder;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import org.jspecify.annotations.Nullable;

/** Span of OpenTelemetry with its context, or a context alone, which has children and nothing else. Thread-safe. */
final class OtelSpan extends OtelFields implements SpanRecorder {

    private static final String PARENT = "traceparent";

    private static final TextMapGetter<String> PARENT_ONLY = new TextMapGetter<>() {
        @Override
        @SuppressWarnings("deprecation") // Abstract yet.
        public Iterable<String> keys(String carrier) {
            return List.of(PARENT);
        }

        @Override
        public @Nullable String get(@Nullable String carrier, String key) {
            return key.equals(PARENT) ? carrier : null;
        }
    };

    private final OtelScope scope;
    private final Context context;
    /** The span that this one may change; {@link Span#getInvalid} for a context alone. */
    private final Span span;

    /**
     * Creates the span of a context.
     *
     * @param own the span; without one, the span of the context belongs to the application or a caller
     */
    OtelSpan(OtelScope scope, Context context, @Nullable Span own) {
        super(scope.settings());
        this.scope = scope;
        this.context = context;
        span = own == null ? Span.getInvalid() : own;
    }

    @Override
    public boolean isRecording() {
        return span.isRecording();
    }

    @Override
    public boolean recordsContent() {
        return scope.settings().recordsContent() && span.isRecording();
    }

    @Override
    public SpanRecorder start(TraceSpanKind kind, String name, List<String> links) {
        SpanBuilder builder = scope.tracer().spanBuilder(GenAiConventions.spanName(kind, name)).setParent(context)
                .setSpanKind(GenAiConventions.spanKind(kind));
        String operation = GenAiConventions.operation(kind);
        if (operation != null) {
            builder.setAttribute(GenAiConventions.OPERATION, operation);
        }
        if (kind == TraceSpanKind.SOLVE) {
            builder.setAttribute(GenAiConventions.WORKFLOW, GenAiConventions.workflow());
        }
        for (String link : links) {
            SpanContext linked = Span.fromContext(
                    W3CTraceContextPropagator.getInstance().extract(Context.root(), link, PARENT_ONLY))
                    .getSpanContext();
            if (linked.isValid()) {
                builder.addLink(linked);
            }
        }
        Span child = builder.startSpan();
        return new OtelSpan(scope, context.with(child), child);
    }

    @Override
    <T> void put(AttributeKey<T> key, T value) {
        span.setAttribute(key, value);
    }

    @Override
    public void event(String name, Consumer<TraceFields> fields) {
        if (!span.isRecording()) {
            return;
        }
        AttributesBuilder attributes = Attributes.builder();
        fields.accept(new OtelFields(scope.settings()) {
            @Override
            <T> void put(AttributeKey<T> key, T value) {
                attributes.put(key, value);
            }
        });
        span.addEvent(name, attributes.build());
    }

    @Override
    public void warn(String name, String text, Consumer<TraceFields> fields) {
        LogRecordBuilder log = scope.logger().logRecordBuilder().setContext(context).setEventName(name)
                .setSeverity(Severity.WARN).setSeverityText(Severity.WARN.name()).setBody(OtelFields.cut(text));
        fields.accept(new OtelFields(scope.settings()) {
            @Override
            <T> void put(AttributeKey<T> key, T value) {
                log.setAttribute(key, value);
            }
        });
        log.emit();
    }

    /** The message may quote an answer, so it is recorded only with content. */
    @Override
    public void fail(String type, String message) {
        span.setAttribute(GenAiConventions.ERROR_TYPE, type);
        span.setStatus(StatusCode.ERROR, recordsContent() ? message : "");
    }

    @Override
    public void end() {
        span.end();
    }

    @Override
    public Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        W3CTraceContextPropagator.getInstance().inject(context, headers, (carrier, key, value) -> {
            if (carrier != null) {
                carrier.put(key, value);
            }
        });
        return Map.copyOf(headers);
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // Its owner is the caller.
    public SpanScope activate() {
        Scope current = context.makeCurrent();
        return current::close;
    }
}
