package dev.waggle.signal.connectivity;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import org.jspecify.annotations.Nullable;

/**
 * Input of an emit. Nothing is checked here: {@link ConnectivityLayer#emit} checks in the order of the specification,
 * so that the first failure is always the same.
 */
public record EmitSignalInput(@Nullable String threadId, @Nullable String source, Audience.@Nullable RoleName audience,
        @Nullable MessageClass messageClass, @Nullable SignalClassDefinition signalClass, @Nullable Priority priority,
        @Nullable String summary, @Nullable Double confidence, @Nullable String details, @Nullable String replaces,
        @Nullable Long expiresAtStep) {

    /** Creates an input of the required values; the message class follows from the signal class. Emit refuses nulls. */
    public static EmitSignalInput of(String threadId, String source, Audience.RoleName audience,
            SignalClassDefinition signalClass,
            Priority priority, String summary) {
        return new EmitSignalInput(threadId, source, audience,
                signalClass == null ? null : signalClass.messageClass(), signalClass, priority, summary, null, null,
                null, null);
    }

    /** Creates an input with the usual audience and priority of its class. Emit refuses nulls. */
    public static EmitSignalInput of(String threadId, String source, SignalClassDefinition signalClass,
            String summary) {
        return new EmitSignalInput(threadId, source, signalClass == null ? null : signalClass.defaultAudience(),
                signalClass == null ? null : signalClass.messageClass(), signalClass,
                signalClass == null ? null : signalClass.defaultPriority(), summary, null, null, null, null);
    }

    public EmitSignalInput withSource(String newSource) {
        return new EmitSignalInput(threadId, newSource, audience, messageClass, signalClass, priority, summary,
                confidence, details, replaces, expiresAtStep);
    }

    public EmitSignalInput withAudience(Audience.RoleName newAudience) {
        return new EmitSignalInput(threadId, source, newAudience, messageClass, signalClass, priority, summary,
                confidence, details, replaces, expiresAtStep);
    }

    public EmitSignalInput withPriority(Priority newPriority) {
        return new EmitSignalInput(threadId, source, audience, messageClass, signalClass, newPriority, summary,
                confidence, details, replaces, expiresAtStep);
    }

    public EmitSignalInput withConfidence(double newConfidence) {
        return new EmitSignalInput(threadId, source, audience, messageClass, signalClass, priority, summary,
                newConfidence, details, replaces, expiresAtStep);
    }

    public EmitSignalInput withDetails(String newDetails) {
        return new EmitSignalInput(threadId, source, audience, messageClass, signalClass, priority, summary,
                confidence, newDetails, replaces, expiresAtStep);
    }

    /** Returns an input that supersedes that signal. */
    public EmitSignalInput replacing(String signalId) {
        return new EmitSignalInput(threadId, source, audience, messageClass, signalClass, priority, summary,
                confidence, details, signalId, expiresAtStep);
    }

    /** Returns an input that expires when its thread reaches that step. */
    public EmitSignalInput expiringAtStep(long step) {
        return new EmitSignalInput(threadId, source, audience, messageClass, signalClass, priority, summary,
                confidence, details, replaces, step);
    }
}
