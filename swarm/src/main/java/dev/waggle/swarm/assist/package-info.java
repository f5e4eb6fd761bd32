/**
 * Models that assist the agents of a solve: a meta agent, a synthesizer and an agent factory, as ports and with
 * model-backed implementations. Their prompts are resource files beside the classes.
 *
 * <p>Not here: the moment at which a solve asks them.
 */
@NullMarked
package dev.waggle.swarm.assist;

import org.jspecify.annotations.NullMarked;
