package dev.waggle.signal.connectivity;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * What was offered to the earlier implementation, as it came: words and numbers that nothing has checked, absent ones
 * {@code null}. {@link CompatibleLayer#emit(OriginalInput)} checks them in the order of the specification.
 */
public record OriginalInput(@Nullable String threadId, @Nullable String source, @Nullable String audience,
        @Nullable String messageClass, @Nullable String signalClass, @Nullable String priority,
        @Nullable String summary, @Nullable Double confidence, @Nullable String details, @Nullable String replaces,
        @Nullable Double expiresAtStep) {

    static OriginalInput of(EmitSignalInput input) {
        return new OriginalInput(input.threadId(), input.source(), word(input.audience()),
                Optional.ofNullable(input.messageClass()).map(MessageClass::word).orElse(null),
                Optional.ofNullable(input.signalClass()).map(SignalClass::word).orElse(null), word(input.priority()),
                input.summary(), input.confidence(), input.details(), input.replaces(),
                Optional.ofNullable(input.expiresAtStep()).map(Long::doubleValue).orElse(null));
    }

    private static @Nullable String word(@Nullable Enum<?> value) {
        return value == null ? null : OriginalCheck.lower(value);
    }
}
