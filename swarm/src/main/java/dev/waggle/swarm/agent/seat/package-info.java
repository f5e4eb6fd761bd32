/** Facts of a run log about people who answer later. */
@NullMarked
package dev.waggle.swarm.agent.seat;

import org.jspecify.annotations.NullMarked;
