package dev.waggle.lab.example;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.journal.signals.SignalReceipt;
import dev.waggle.journal.signals.SignalRequest;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.signal.Source;
import dev.waggle.signal.log.Emission;

/** A signal with everything that a request may have: its emitter, a tenant, a lifetime and a time of delivery. */
public final class SignalSubmission {

    private SignalSubmission() {}

    /** Submits a signal that waits until a time. */
    public static SignalReceipt submit(SignalService signals, Instant time) {
        // begin
        SignalReceipt receipt = signals.submit(SignalRequest.of("tea:ready")
                .withEmission(Emission.of(Source.agent("ada")))    // authenticated by the caller
                .withTenant("north")                               // only subscriptions of this tenant receive it
                .withTtl(Duration.ofMinutes(10))                   // inboxes do not deliver it later
                .withDelay(SignalDelay.until(time).withRepeatKey("tea")));
        // end
        return receipt;
    }
}
