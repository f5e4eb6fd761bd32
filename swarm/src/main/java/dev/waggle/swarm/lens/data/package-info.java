/**
 * Numeric data of a deliberation: agents, proposals, ballots, beliefs and the posterior of the group, updated signal
 * by signal. All lenses read it. It knows no lens and no finding. Only computes; chance is an argument.
 */
@NullMarked
package dev.waggle.swarm.lens.data;

import org.jspecify.annotations.NullMarked;
