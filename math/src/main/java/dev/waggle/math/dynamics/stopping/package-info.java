/**
 * When to stop watching: cumulative sum charts, sequential probability ratio tests and the secretary problem. What is
 * watched and what a stop means is decided by the caller.
 */
@NullMarked
package dev.waggle.math.dynamics.stopping;

import org.jspecify.annotations.NullMarked;
