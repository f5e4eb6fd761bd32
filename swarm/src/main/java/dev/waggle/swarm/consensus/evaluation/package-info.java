/** Evaluation of a deliberation by a strategy: collected votes, dissent, confidence and the odds of a debate. */
@NullMarked
package dev.waggle.swarm.consensus.evaluation;

import org.jspecify.annotations.NullMarked;
