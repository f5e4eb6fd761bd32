/**
 * The environment of a swarm: date, stopwatch, random numbers and ids. Nothing else in Waggle reads a clock or
 * creates random numbers, so a seed and a script reproduce everything.
 */
@NullMarked
package dev.waggle.signal.world;

import org.jspecify.annotations.NullMarked;
