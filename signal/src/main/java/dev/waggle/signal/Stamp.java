package dev.waggle.signal;

import java.time.Instant;

/**
 * Id, source, time and scope that the host adds to a {@link Draft}.
 *
 * @param id the id for a draft without one
 * @param source the emitter
 * @param time the time of publication
 * @param scope tenant, thread, run, round and step
 */
public record Stamp(String id, Source source, Instant time, Scope scope) {}
