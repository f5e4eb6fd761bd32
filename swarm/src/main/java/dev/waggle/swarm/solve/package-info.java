/**
 * The solve: rounds of turns until there is an ending. One thread owns a solve; agents think in parallel and return
 * what they say, and the owner applies it in the order of the agents.
 */
@NullMarked
package dev.waggle.swarm.solve;

import org.jspecify.annotations.NullMarked;
