/**
 * The world around a swarm: date, stopwatch, chance and ids. Nothing else in Waggle reads a clock or rolls a die, so a
 * seed and a script reproduce everything.
 */
@NullMarked
package dev.waggle.signal.world;

import org.jspecify.annotations.NullMarked;
