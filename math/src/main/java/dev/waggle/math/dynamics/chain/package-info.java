/**
 * Finite Markov chains: their transitions as counted and as estimated, their classes and cycles, and their long run
 * (stationary distribution, absorption, hitting times). The caller decides the meaning of the states.
 */
@NullMarked
package dev.waggle.math.dynamics.chain;

import org.jspecify.annotations.NullMarked;
