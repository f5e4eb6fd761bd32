/**
 * Soak: many threads on one bus for as long as one likes, and everything that the bus promises them is checked while
 * they run. How fast it is, is asked elsewhere.
 */
@NullMarked
package dev.waggle.lab.soak;

import org.jspecify.annotations.NullMarked;
