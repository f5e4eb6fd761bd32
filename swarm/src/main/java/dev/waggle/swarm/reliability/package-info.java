/**
 * Reliability of agents, learned from outcomes: how much a vote of each says, alone and beside the others.
 */
@NullMarked
package dev.waggle.swarm.reliability;

import org.jspecify.annotations.NullMarked;
