/** The picture of a trace in the documentation, and the solve that it shows. */
@NullMarked
package dev.waggle.lab.trace;

import org.jspecify.annotations.NullMarked;
