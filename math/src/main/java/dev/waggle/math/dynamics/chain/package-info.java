/**
 * Finite Markov chains: their transitions as counted and as estimated, their classes and cycles, and where they end up
 * (stationary distribution, absorption, hitting times). The caller decides the meaning of the states.
 */
@NullMarked
package dev.waggle.math.dynamics.chain;

import org.jspecify.annotations.NullMarked;
