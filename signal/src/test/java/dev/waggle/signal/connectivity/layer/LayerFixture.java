package dev.waggle.signal.connectivity.layer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityLayer;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.ManualWorld;

/** A layer, its clock, and the recorded events and failures. */
final class LayerFixture {

    static final Instant START = Instant.parse("2026-04-11T00:00:00Z");

    final Clock clock = new Clock();
    final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    final DefaultConnectivityLayer layer;

    LayerFixture() {
        this(ConnectivityLayerConfig.defaults());
    }

    LayerFixture(ConnectivityLayerConfig config) {
        layer = DefaultConnectivityLayer.create(clock, config.withFailures((failure, _) -> failures.add(failure)));
    }

    /** An input by the specification's reviewer to the coordinator, of normal priority, with a confidence that fits. */
    static EmitSignalInput input(SignalClassDefinition signalClass) {
        EmitSignalInput input = EmitSignalInput.of("t1", "reviewer", Audience.RoleName.COORDINATOR, signalClass,
                Priority.NORMAL, "one sentence");
        return switch (signalClass.messageClass()) {
            case CONFIDENCE, CONFLICT -> input.withConfidence(signalClass.maxConfidence());
            case ATTENTION, HANDOFF, ESCALATION -> input;
        };
    }

    static EmitSignalInput attention() {
        return input(SignalClass.ATTENTION_RAISE);
    }

    static EmitSignalInput from(String source, EmitSignalInput input) {
        return input.withSource(source);
    }

    static EmitSignalInput in(String threadId, EmitSignalInput input) {
        return new EmitSignalInput(threadId, input.source(), input.audience(), input.messageClass(),
                input.signalClass(), input.priority(), input.summary(), input.confidence(), input.details(),
                input.replaces(), input.expiresAtStep());
    }

    static EmitSignalInput to(Audience.RoleName audience, EmitSignalInput input) {
        return input.withAudience(audience);
    }

    static EmitSignalInput with(Priority priority, EmitSignalInput input) {
        return input.withPriority(priority);
    }

    static EmitSignalInput saying(String summary, EmitSignalInput input) {
        return new EmitSignalInput(input.threadId(), input.source(), input.audience(), input.messageClass(),
                input.signalClass(), input.priority(), summary, input.confidence(), input.details(),
                input.replaces(), input.expiresAtStep());
    }

    ConnectivitySignal emit(EmitSignalInput input) {
        return layer.emit(input).signal();
    }

    /** Emits a signal of its own source, so that nothing suppresses it. */
    ConnectivitySignal emitFrom(String source) {
        return emit(from(source, attention()));
    }

    ConnectivitySignal get(ConnectivitySignal signal) {
        return layer.get(signal.id()).orElseThrow();
    }

    /** Records every event as "event source state". */
    void listen() {
        layer.onSignal((signal, event) -> heard
                .add(event.wireName() + " " + signal.source() + " " + signal.state().wireName()));
    }

    List<ConnectivitySignal> dump(String threadId) {
        return dump(layer, threadId);
    }

    static List<ConnectivitySignal> dump(ConnectivityLayer layer, String threadId) {
        return layer.query(new SignalQuery(threadId, null, Set.of(), Set.of(), Set.of(), Set.of(), null, null,
                Integer.MAX_VALUE, SignalQuery.Order.OLDEST));
    }

    static List<String> sources(List<ConnectivitySignal> signals) {
        return signals.stream().map(ConnectivitySignal::source).toList();
    }

    /** A world whose date can also step back. */
    static final class Clock extends ForwardingWorld {

        private volatile Duration shift = Duration.ZERO;

        Clock() {
            super(new ManualWorld(START, 7));
        }

        void move(long millis) {
            shift = shift.plusMillis(millis);
        }

        @Override
        public Instant now() {
            return super.now().plus(shift);
        }
    }
}
