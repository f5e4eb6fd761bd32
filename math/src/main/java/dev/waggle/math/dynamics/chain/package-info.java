/**
 * Finite Markov chains: their transitions as counted and as estimated, their classes and cycles, and where they end up
 * (stationary distribution, absorption, hitting times). What the states stand for is decided by the caller.
 */
@NullMarked
package dev.waggle.math.dynamics.chain;

import org.jspecify.annotations.NullMarked;
