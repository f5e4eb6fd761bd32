package dev.waggle.signal.connectivity;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import org.jspecify.annotations.Nullable;

/**
 * What a caller offers to emit. Nothing is checked here: {@link ConnectivityLayer#emit} checks in the order of the
 * specification, so that the first failure is always the same.
 */
public record EmitSignalInput(@Nullable String threadId, @Nullable String source, Audience.@Nullable Word audience,
        @Nullable MessageClass messageClass, @Nullable SignalClass signalClass, @Nullable Priority priority,
        @Nullable String summary, @Nullable Double confidence, @Nullable String details, @Nullable String replaces,
        @Nullable Long expiresAtStep) {}
