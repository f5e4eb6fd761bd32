/** What mathematics costs in a round, and how often it is right: studies of the lenses and their kernels. */
@NullMarked
package dev.waggle.lab.math;

import org.jspecify.annotations.NullMarked;
