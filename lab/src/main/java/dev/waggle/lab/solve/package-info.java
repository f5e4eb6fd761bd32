/** What whole solves cost. */
@NullMarked
package dev.waggle.lab.solve;

import org.jspecify.annotations.NullMarked;
