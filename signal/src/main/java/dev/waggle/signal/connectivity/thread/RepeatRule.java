package dev.waggle.signal.connectivity.thread;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.Audience;
import dev.waggle.signal.connectivity.SuppressionConfig;
import dev.waggle.signal.connectivity.SuppressionConfig.BroadcastPolicy;

/** Rule for suppressing repeats: the window of the configuration, and its broadcast policy. */
record RepeatRule(SuppressionConfig suppression, BroadcastPolicy broadcast) {

    /** True if a repeat at that time and step is suppressed by an earlier signal. */
    boolean suppresses(LoggedSignal earlier, Instant now, long step) {
        return endsWithSignal(earlier.current().audience()) || isInWindow(earlier, now, step);
    }

    private boolean isInWindow(LoggedSignal earlier, Instant now, long step) {
        return switch (suppression) {
            case SuppressionConfig.ByStep _ -> earlier.birthStep() == step;
            case SuppressionConfig.ByTime time ->
                Duration.between(earlier.current().emittedAt(), now).compareTo(time.window()) <= 0;
        };
    }

    /** True if a new step ends every window. */
    boolean endsWithStep() {
        return suppression instanceof SuppressionConfig.ByStep && broadcast == BroadcastPolicy.STANDARD;
    }

    private boolean endsWithSignal(Audience.RoleName audience) {
        return broadcast == BroadcastPolicy.STRICT && audience == Audience.RoleName.ALL;
    }
}
