/**
 * Advice to a deliberation that observes itself. The {@link dev.waggle.swarm.advisor.Introspector} reports untested
 * agreement, objection cycles, echo chambers and traffic. The {@link dev.waggle.swarm.advisor.TopologyController}
 * computes the topology. The {@link dev.waggle.swarm.advisor.SwarmAdvisor} turns both and the findings of lenses into
 * {@link dev.waggle.swarm.advisor.SwarmAdvice}. Nothing here acts: the loop does. Only computes.
 */
@NullMarked
package dev.waggle.swarm.advisor;

import org.jspecify.annotations.NullMarked;
