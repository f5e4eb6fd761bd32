package dev.waggle.journal.signals;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.pattern.PatternDialect;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Request for a signal, now or later.
 *
 * @param type its type; trimmed, not blank
 * @param source its claimed source, a system, agent, webhook or process; {@code null} for system
 * @param data its data; {@code null} for none, which is not the value null
 * @param emission its emitter, authenticated by the caller
 * @param tenant its tenant, authenticated by the caller; {@code null} for none
 * @param lifetime unlimited, or a span from its generation, after which inboxes do not deliver it any more
 * @param delay the time of its generation; {@code null} for now
 */
public record SignalRequest(String type, @Nullable Source source, @Nullable JsonValue data, Emission emission,
        @Nullable String tenant, Lifetime lifetime, @Nullable SignalDelay delay) {

    /** Emission of the host's own signals. */
    static final Emission HOST = Emission.by("host");

    /** Refuses parts that no signal can have. */
    public SignalRequest {
        type = PatternDialect.trimmed(type);
        if (type.isEmpty()) {
            throw new IllegalArgumentException("type must not be blank");
        }
        source = source == null ? null : SourceNormalizer.normalize(source);
        tenant = tenant == null ? null : Scope.ofTenant(tenant).tenant();
        if (!(lifetime instanceof Lifetime.Unlimited || lifetime instanceof Lifetime.Ttl)) {
            throw new IllegalArgumentException("lifetime must be unlimited or a time to live, got " + lifetime);
        }
    }

    /** A signal of the host from the system, for now, without data. */
    public static SignalRequest of(String type) {
        return new SignalRequest(type, null, null, HOST, null, Lifetime.unlimited(), null);
    }

    public SignalRequest withSource(@Nullable Source newSource) {
        return new SignalRequest(type, newSource, data, emission, tenant, lifetime, delay);
    }

    public SignalRequest withData(@Nullable JsonValue newData) {
        return new SignalRequest(type, source, newData, emission, tenant, lifetime, delay);
    }

    public SignalRequest withEmission(Emission newEmission) {
        return new SignalRequest(type, source, data, newEmission, tenant, lifetime, delay);
    }

    public SignalRequest withTenant(@Nullable String newTenant) {
        return new SignalRequest(type, source, data, emission, newTenant, lifetime, delay);
    }

    /** The same with a time to live, counted from its generation. */
    public SignalRequest withTtl(Duration span) {
        return new SignalRequest(type, source, data, emission, tenant, Lifetime.ttl(span), delay);
    }

    /** The same for a later time. */
    public SignalRequest withDelay(@Nullable SignalDelay newDelay) {
        return new SignalRequest(type, source, data, emission, tenant, lifetime, newDelay);
    }

    /** The same for a later time, without a key. */
    public SignalRequest withDeliverAt(Instant deliverAt) {
        return withDelay(SignalDelay.until(deliverAt));
    }

    /** The signal, with a new id and the time of now. */
    public Signal signal(World world, Map<String, JsonValue> extensions) {
        Instant now = world.now();
        Scope scope = tenant == null ? Scope.NONE : Scope.ofTenant(tenant);
        return new Signal(world.nextId("sig"), new SignalType(Profile.DURABLE, type),
                source == null ? new Source.System() : source, now, new Payload.Open(null, null, data, null), scope,
                Links.NONE, Grading.NONE, lifetime, Audience.everyone(), extensions);
    }
}
