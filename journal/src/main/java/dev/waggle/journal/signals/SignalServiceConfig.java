package dev.waggle.journal.signals;

import dev.waggle.journal.delayed.DelayLimits;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.InboxService;
import dev.waggle.signal.bus.SignalBus;
import org.jspecify.annotations.Nullable;

/**
 * Storage and delivery settings of signals.
 *
 * @param log settings of the log; delivery facts are synced always
 * @param inboxes the bounds of inboxes and subscriptions
 * @param bus the bus of the host, which gets a notice of every generated signal; {@code null} for a host without one.
 *     The service does not close it
 * @param transitions whether signals tell when agents with a wake are woken and fall asleep, see
 *     {@link InboxService#announceTransitions}; false by default
 * @param delays the bounds of the schedule of delayed signals
 */
public record SignalServiceConfig(JournalConfig log, InboxConfig inboxes, @Nullable SignalBus bus,
        boolean transitions, DelayLimits delays) {

    public static SignalServiceConfig defaults() {
        return new SignalServiceConfig(JournalConfig.defaults(), InboxConfig.defaults(), null, false,
                DelayLimits.defaults());
    }

    public SignalServiceConfig withLog(JournalConfig newLog) {
        return new SignalServiceConfig(newLog, inboxes, bus, transitions, delays);
    }

    public SignalServiceConfig withInboxes(InboxConfig newInboxes) {
        return new SignalServiceConfig(log, newInboxes, bus, transitions, delays);
    }

    /** Returns a configuration with that bus of the host, see {@link SignalService#GENERATED}. */
    public SignalServiceConfig withBus(SignalBus newBus) {
        return new SignalServiceConfig(log, inboxes, newBus, transitions, delays);
    }

    public SignalServiceConfig withTransitions(boolean newTransitions) {
        return new SignalServiceConfig(log, inboxes, bus, newTransitions, delays);
    }

    public SignalServiceConfig withDelays(DelayLimits newDelays) {
        return new SignalServiceConfig(log, inboxes, bus, transitions, newDelays);
    }
}
