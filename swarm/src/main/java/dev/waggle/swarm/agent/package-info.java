/**
 * Agents: who may take part and what they say when it is their turn. The port is {@link dev.waggle.swarm.agent.Agent};
 * here live the agents that need no model: those that repeat what was recorded, and the seat of a person.
 */
@NullMarked
package dev.waggle.swarm.agent;

import org.jspecify.annotations.NullMarked;
