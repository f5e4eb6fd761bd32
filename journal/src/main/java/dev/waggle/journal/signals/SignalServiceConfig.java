package dev.waggle.journal.signals;

import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.inbox.InboxConfig;

/**
 * Storage and delivery settings of signals.
 *
 * @param log settings of the log; delivery facts are synced always
 * @param inboxes the bounds of inboxes and subscriptions
 */
public record SignalServiceConfig(JournalConfig log, InboxConfig inboxes) {

    public static SignalServiceConfig defaults() {
        return new SignalServiceConfig(JournalConfig.defaults(), InboxConfig.defaults());
    }

    public SignalServiceConfig withLog(JournalConfig newLog) {
        return new SignalServiceConfig(newLog, inboxes);
    }

    public SignalServiceConfig withInboxes(InboxConfig newInboxes) {
        return new SignalServiceConfig(log, newInboxes);
    }
}
