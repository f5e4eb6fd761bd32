/** Interrupted solves of an application: resumed by their id, and at the start. */
@NullMarked
package dev.waggle.spring.run;

import org.jspecify.annotations.NullMarked;
