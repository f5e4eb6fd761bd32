/**
 * Agents and their turns. The port is {@link dev.waggle.swarm.agent.Agent}. The agents here need no model: they
 * replay a recording or ask a person.
 */
@NullMarked
package dev.waggle.swarm.agent;

import org.jspecify.annotations.NullMarked;
