/**
 * A deliberation as numbers: agents, proposals, ballots, beliefs and the posterior of the group, kept up to date signal by
 * signal. All lenses read it. It knows no lens and no finding. Only computes; chance is an argument.
 */
@NullMarked
package dev.waggle.swarm.lens.data;

import org.jspecify.annotations.NullMarked;
