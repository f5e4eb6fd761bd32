/** Studies of the lenses and their kernels: their cost in a round, and their accuracy. */
@NullMarked
package dev.waggle.lab.math;

import org.jspecify.annotations.NullMarked;
