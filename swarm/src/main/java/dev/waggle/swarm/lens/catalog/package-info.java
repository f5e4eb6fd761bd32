/** Catalog of the built-in lenses, in the order in which they run. Only computes. */
@NullMarked
package dev.waggle.swarm.lens.catalog;

import org.jspecify.annotations.NullMarked;
