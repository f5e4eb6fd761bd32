/**
 * Events and results of a solve as JSON for programs, one object for each. The shipped JSON Schemas {@code event} and
 * {@code result} describe them.
 *
 * <p>Not here: the JSON of signals, which is in {@code dev.waggle.signal.codec}, and the facts in the log of a run.
 */
@NullMarked
package dev.waggle.swarm.event.json;

import org.jspecify.annotations.NullMarked;
