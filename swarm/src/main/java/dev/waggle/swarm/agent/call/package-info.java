/** Outcome of one call of an agent, and an agent with the profile that it had when it joined. */
@NullMarked
package dev.waggle.swarm.agent.call;

import org.jspecify.annotations.NullMarked;
