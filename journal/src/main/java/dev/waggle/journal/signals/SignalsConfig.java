package dev.waggle.journal.signals;

import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.inbox.InboxConfig;

/**
 * How signals are kept and delivered.
 *
 * @param log how the log is kept; delivery facts are synced always
 * @param inboxes the bounds of inboxes and subscriptions
 */
public record SignalsConfig(JournalConfig log, InboxConfig inboxes) {

    public static SignalsConfig defaults() {
        return new SignalsConfig(JournalConfig.defaults(), InboxConfig.defaults());
    }

    public SignalsConfig withLog(JournalConfig newLog) {
        return new SignalsConfig(newLog, inboxes);
    }

    public SignalsConfig withInboxes(InboxConfig newInboxes) {
        return new SignalsConfig(log, newInboxes);
    }
}
