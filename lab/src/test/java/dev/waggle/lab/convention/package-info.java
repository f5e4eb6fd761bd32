/** Conventions of the whole project that a machine can check: names, prose, sizes of rooms, the public API. */
@NullMarked
package dev.waggle.lab.convention;

import org.jspecify.annotations.NullMarked;
