/**
 * Learning across solves: sums of evidence and the port of their store. Arms and the use of the evidence are left to
 * the learners.
 */
@NullMarked
package dev.waggle.signal.learning;

import org.jspecify.annotations.NullMarked;
