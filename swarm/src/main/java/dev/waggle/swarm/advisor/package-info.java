/**
 * Advice: what would help a deliberation that watches itself. The {@link dev.waggle.swarm.advisor.Introspector} says
 * how agents talk (who agrees untested, who goes round in circles, who echoes whom, who floods whom), the {@link
 * dev.waggle.swarm.advisor.TopologyController} who should hear whom, and the {@link
 * dev.waggle.swarm.advisor.SwarmAdvisor} turns both and the findings of lenses into {@link
 * dev.waggle.swarm.advisor.SwarmAdvice}. Nothing here acts: the loop does. Only computes.
 */
@NullMarked
package dev.waggle.swarm.advisor;

import org.jspecify.annotations.NullMarked;
