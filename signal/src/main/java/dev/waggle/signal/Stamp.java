package dev.waggle.signal;

import java.time.Instant;

/**
 * What the host adds to a {@link Draft}.
 *
 * @param id the id for a draft that brings none
 * @param source who says it
 * @param time when
 * @param scope where it belongs
 */
public record Stamp(String id, Source source, Instant time, Scope scope) {}
