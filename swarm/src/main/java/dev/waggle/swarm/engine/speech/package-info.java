/**
 * Publishing in a solve: admission, quota and topology of signals, the bus, and the effects of a published signal on
 * deliberation and coordination. Owned by the thread of the solve.
 *
 * <p>Not here: turns. Nothing in this package waits or runs code of an agent.
 */
@NullMarked
package dev.waggle.swarm.engine.speech;

import org.jspecify.annotations.NullMarked;
