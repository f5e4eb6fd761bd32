/**
 * Evaluation: outcomes of solves, told by people, files or models, and the lessons of them. {@link
 * dev.waggle.swarm.evaluation.OutcomeTracker} keeps the reputation of agents, the calibration of their confidences, and
 * the calibration of the swarm.
 *
 * <p>Not here: the counts themselves, and the moment at which a solve reads them.
 */
@NullMarked
package dev.waggle.swarm.evaluation;

import org.jspecify.annotations.NullMarked;
