package dev.waggle.signal.connectivity.oracle;

import org.jspecify.annotations.Nullable;

/**
 * An emit as it comes from outside, where enumerations are words and numbers are just numbers.
 *
 * @param threadId the thread
  * @param source the claimed author
 * @param audience self, coordinator, selected or all
 * @param messageClass attention, confidence, conflict, handoff or escalation
 * @param signalClass one of the eleven, for example {@code conflict.active}
 * @param priority low, normal, high or critical
 * @param summary one sentence
 * @param confidence 0..1
 * @param details more, if any
 * @param replaces the signal that it supersedes; the empty text means none
 * @param expiresAtStep a whole number of at least 0
 */
record EmitWords(@Nullable String threadId, @Nullable String source, @Nullable String audience,
        @Nullable String messageClass, @Nullable String signalClass, @Nullable String priority,
        @Nullable String summary, @Nullable Double confidence, @Nullable String details, @Nullable String replaces,
        @Nullable Double expiresAtStep) {}
