/**
 * The loop of a solve: rounds of named phases until there is an ending. One thread owns a solve; agents think in
 * parallel and return drafts, and the owner applies them in the order of the agents.
 *
 * <p>Not here: the public API, and recovery of an interrupted solve.
 */
@NullMarked
package dev.waggle.swarm.engine.loop;

import org.jspecify.annotations.NullMarked;
