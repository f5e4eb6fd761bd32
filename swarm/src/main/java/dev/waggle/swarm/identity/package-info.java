/** Reserved names of the runtime's own speakers, and the canonical form in which answers are compared. */
@NullMarked
package dev.waggle.swarm.identity;

import org.jspecify.annotations.NullMarked;
