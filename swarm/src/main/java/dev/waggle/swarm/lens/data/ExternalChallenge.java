package dev.waggle.swarm.lens.data;

import java.util.OptionalInt;

/**
 * A challenge by the runtime or somebody outside: something that was done to the deliberation.
 *
 * @param round the round at whose end it was said; agents hear it in the next
 * @param proposal the number of the proposal that it challenges, if it challenges one
 */
public record ExternalChallenge(int round, OptionalInt proposal) {}
