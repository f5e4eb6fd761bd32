/**
 * Facts: what a solve writes down of itself in its log, and how it reads that back when it is done again.
 *
 * <p>Here live the form of each fact, its type, its body and what a reader makes of it ({@link
 * dev.waggle.swarm.fact.RunFacts}, {@link dev.waggle.swarm.fact.WorkFacts}, {@link dev.waggle.swarm.fact.Lifecycle} and
 * others); what is noted of a piece of work while it goes on ({@link dev.waggle.swarm.fact.CallLog}, {@link
 * dev.waggle.swarm.fact.Till}); and the way along a log that is there already ({@link dev.waggle.swarm.fact.Past},
 * {@link dev.waggle.swarm.fact.KeptAnswers}, {@link dev.waggle.swarm.fact.RunJournal}), with the dates that a solve has
 * on it.
 *
 * <p>Not here: when something is written down, and what a difference means for a solve. The loop knows.
 */
@NullMarked
package dev.waggle.swarm.fact;

import org.jspecify.annotations.NullMarked;
