package dev.waggle.swarm.lens.data;

import java.util.OptionalInt;

/**
 * A challenge by the runtime or an outside party: an intervention in the deliberation.
 *
 * @param round the round at the end of which it was published; agents receive it in the next
 * @param proposal the number of the proposal that it challenges, if it challenges one
 */
public record ExternalChallenge(int round, OptionalInt proposal) {}
