/**
 * Events of a solve and the values in them: reactions, failures, refusals, debates and the reason of an end. An event
 * is data for a listener and changes nothing.
 *
 * <p>Not here: the facts in the log of a run.
 */
@NullMarked
package dev.waggle.swarm.event;

import org.jspecify.annotations.NullMarked;
