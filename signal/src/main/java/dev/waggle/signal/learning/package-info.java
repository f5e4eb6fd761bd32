/**
 * Learning across solves: sums of evidence and the port of their store. The learners choose the arms and use the
 * evidence.
 */
@NullMarked
package dev.waggle.signal.learning;

import org.jspecify.annotations.NullMarked;
