/**
 * Publishing in a solve: admission, quota and topology of signals, the bus, and what follows from a published signal for the
 * deliberation and for coordination. Owned by the thread of the solve.
 *
 * <p>Not here: turns. Nothing in this room waits or runs code of an agent.
 */
@NullMarked
package dev.waggle.swarm.engine.speech;

import org.jspecify.annotations.NullMarked;
