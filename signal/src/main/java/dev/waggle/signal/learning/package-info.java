/**
 * Learning across solves: sums of evidence and the log of outcomes, with the ports of their stores. The learners choose
 * the arms, and give outcomes their meaning.
 */
@NullMarked
package dev.waggle.signal.learning;

import org.jspecify.annotations.NullMarked;
