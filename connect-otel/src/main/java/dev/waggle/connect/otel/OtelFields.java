package dev.waggle.connect.otel;

import java.util.List;

import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceFields;
import io.opentelemetry.api.common.AttributeKey;

/** Fields under the names of the conventions; what must not be recorded is omitted. */
abstract class OtelFields implements TraceFields {

    /** Maximum length of a text. Longer ones are cut, since a backend refuses or cuts them anyway. */
    static final int MAX_TEXT = 100_000;

    private final OtelSettings settings;

    OtelFields(OtelSettings settings) {
        this.settings = settings;
    }

    /** Sets an attribute of the span or of the event. */
    abstract <T> void put(AttributeKey<T> key, T value);

    @Override
    public void set(TraceAttribute attribute, String value) {
        if (GenAiConventions.isMessage(attribute) && !settings.usesLatest()) {
            return;
        }
        if (attribute == TraceAttribute.MESSAGE && !settings.logsContent()) {
            return;
        }
        String key = GenAiConventions.key(attribute, settings.usesLatest());
        if (GenAiConventions.isList(attribute)) {
            put(AttributeKey.stringArrayKey(key), List.of(value));
        } else {
            put(AttributeKey.stringKey(key), cut(attribute == TraceAttribute.PROVIDER
                    ? GenAiConventions.provider(value, settings.usesLatest())
                    : value));
        }
    }

    @Override
    public void set(TraceAttribute attribute, long value) {
        put(AttributeKey.longKey(GenAiConventions.key(attribute, settings.usesLatest())), value);
    }

    @Override
    public void set(TraceAttribute attribute, double value) {
        put(AttributeKey.doubleKey(GenAiConventions.key(attribute, settings.usesLatest())), value);
    }

    @Override
    public void set(TraceAttribute attribute, boolean value) {
        put(AttributeKey.booleanKey(GenAiConventions.key(attribute, settings.usesLatest())), value);
    }

    static String cut(String value) {
        return value.length() <= MAX_TEXT ? value : value.substring(0, MAX_TEXT);
    }
}
