package dev.waggle.signal.trace;

/** Receiver of attributes of a span or of an event. */
public interface TraceFields {

    void set(TraceAttribute attribute, String value);

    void set(TraceAttribute attribute, long value);

    void set(TraceAttribute attribute, double value);

    void set(TraceAttribute attribute, boolean value);
}
