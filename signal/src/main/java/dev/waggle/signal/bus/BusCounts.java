package dev.waggle.signal.bus;

/**
 * What a bus has done since it was made.
 *
 * @param published signals taken into the log, its own conflict signals among them
 * @param delivered calls of subscribers that returned
 * @param failed calls of subscribers that threw
 * @param conflicts rival proposals noticed
 * @param evicted signals that left history for want of room
 * @param swept signals that left history because they were over
 * @param droppedExpired published when they were over already
 * @param droppedDuplicates published with the id of a retained signal
 * @param droppedFull refused for want of room
 */
public record BusCounts(long published, long delivered, long failed, long conflicts, long evicted, long swept,
        long droppedExpired, long droppedDuplicates, long droppedFull) {}
