/**
 * The lenses of mathematics as people read them: their cards, and what they see in a run that a journal holds. Here a
 * run is only looked at again; how lenses look is the business of {@code dev.waggle.swarm.lens}.
 */
@NullMarked
package dev.waggle.cli.lens;

import org.jspecify.annotations.NullMarked;
