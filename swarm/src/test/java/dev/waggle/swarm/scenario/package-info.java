/** Scenarios of whole solves, through the public API. */
@NullMarked
package dev.waggle.swarm.scenario;

import org.jspecify.annotations.NullMarked;
