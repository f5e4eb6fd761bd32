/**
 * Analysis behind the advisor. The {@link dev.waggle.swarm.advisor.analysis.Introspector} reports untested agreement,
 * objection cycles, echo chambers and traffic. The {@link dev.waggle.swarm.advisor.analysis.TopologyController}
 * computes the topology. The {@link dev.waggle.swarm.advisor.analysis.SwarmAdvisor} turns both and the findings of
 * lenses into {@link dev.waggle.swarm.advisor.SwarmAdvice}. Nothing here acts: the loop does. Only computes.
 */
@NullMarked
package dev.waggle.swarm.advisor.analysis;

import org.jspecify.annotations.NullMarked;
