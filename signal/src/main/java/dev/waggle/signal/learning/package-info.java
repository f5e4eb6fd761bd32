/**
 * Learning across solves: sums of evidence and the port of their store. The choice of arms and the use of the
 * evidence belong to the learners.
 */
@NullMarked
package dev.waggle.signal.learning;

import org.jspecify.annotations.NullMarked;
