package dev.waggle.journal.inbox;

/**
 * State of an inbox at one moment.
 *
 * @param agentId the owner
 * @param waiting signals that wait in memory, among them perhaps some that no subscription matches any more
 * @param isSpilled whether more waits in the log
 * @param spilled number of signals left to the log since the start, because the inbox was full
 * @param dropped number of signals that made room for others since the start
 * @param expired number of signals since the start that were not delivered because their time to live was over
 * @param taken the last signal of the log that was taken; 0 for none
 * @param acknowledged the last signal of the log that is not delivered again
 */
public record InboxStatus(String agentId, int waiting, boolean isSpilled, long spilled, long dropped, long expired,
        long taken, long acknowledged) {}
