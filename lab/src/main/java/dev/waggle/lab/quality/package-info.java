/** Studies of the quality of decisions on recorded votes whose truth is known. */
@NullMarked
package dev.waggle.lab.quality;

import org.jspecify.annotations.NullMarked;
