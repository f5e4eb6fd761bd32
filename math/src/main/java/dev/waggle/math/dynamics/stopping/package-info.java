/**
 * Stopping rules: cumulative sum charts, sequential probability ratio tests and the secretary problem. The caller
 * decides the watched series and the meaning of a stop.
 */
@NullMarked
package dev.waggle.math.dynamics.stopping;

import org.jspecify.annotations.NullMarked;
