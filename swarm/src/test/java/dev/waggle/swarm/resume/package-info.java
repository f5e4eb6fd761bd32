/** Solves that are killed and resumed, and logs that are damaged or incomplete. */
@NullMarked
package dev.waggle.swarm.resume;

import org.jspecify.annotations.NullMarked;
