package dev.waggle.signal.connectivity.thread;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.Audience;
import dev.waggle.signal.connectivity.BroadcastPolicy;
import dev.waggle.signal.connectivity.SuppressionConfig;

/**
 * When a signal still counts as just said: the window of the configuration and what it says of broadcasts, which goes
 * for repeats to the same audience only.
 */
record RepeatRule(SuppressionConfig suppression, BroadcastPolicy broadcast) {

    /** Whether a repeat to the same audience at that time and step comes while an earlier signal keeps it away. */
    boolean suppresses(LoggedSignal earlier, Instant now, long step) {
        return endsWithSignal(earlier.current().audience()) || isInWindow(earlier, now, step);
    }

    /** Whether that time and step fall into the window of an earlier signal. */
    boolean isInWindow(LoggedSignal earlier, Instant now, long step) {
        return switch (suppression) {
            case SuppressionConfig.ByStep _ -> earlier.birthStep() == step;
            case SuppressionConfig.ByTime time ->
                Duration.between(earlier.current().emittedAt(), now).compareTo(time.window()) <= 0;
        };
    }

    /** Whether a new step ends every window. */
    boolean endsWithStep() {
        return suppression instanceof SuppressionConfig.ByStep && broadcast == BroadcastPolicy.STANDARD;
    }

    private boolean endsWithSignal(Audience.RoleName audience) {
        return broadcast == BroadcastPolicy.STRICT && audience == Audience.RoleName.ALL;
    }
}
