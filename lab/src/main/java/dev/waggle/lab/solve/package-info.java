/** Benchmarks of whole solves. */
@NullMarked
package dev.waggle.lab.solve;

import org.jspecify.annotations.NullMarked;
