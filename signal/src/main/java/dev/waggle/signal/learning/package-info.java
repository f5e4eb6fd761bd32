/**
 * What agents learn from one solve for the next: sums of evidence, and the port of what keeps them. What is made of the
 * evidence, and which choices there are, is for those who learn.
 */
@NullMarked
package dev.waggle.signal.learning;

import org.jspecify.annotations.NullMarked;
