/** Members of a team, and the agents that are built from them. */
@NullMarked
package dev.waggle.setup.team;

import org.jspecify.annotations.NullMarked;
