/** Fixtures of whole solves: worlds with a hand-moved clock, scripted agents and lenses, journals that fail. */
@NullMarked
package dev.waggle.swarm.testbed;

import org.jspecify.annotations.NullMarked;
