package dev.waggle.signal.bus;

/**
 * Counters of a bus since its creation.
 *
 * @param published signals appended to the log, the bus's conflict signals among them
 * @param delivered calls of subscribers that returned, and signals that entered the queue of an asynchronous one
 * @param failed calls of subscribers that threw
 * @param missed signals that asynchronous subscribers lost because their queues were full
 * @param conflicts contradictions detected
 * @param evicted signals removed from history for lack of room
 * @param swept expired signals removed from history
 * @param droppedExpired already expired when published
 * @param droppedDuplicates published with the id of a retained signal
 * @param droppedFull refused for lack of room
 */
public record BusCounts(long published, long delivered, long failed, long missed, long conflicts, long evicted,
        long swept, long droppedExpired, long droppedDuplicates, long droppedFull) {}
