package dev.waggle.review.batch;

import java.util.OptionalDouble;

/**
 * Effort of a file; a call is one answer.
 *
 * @param budget the share of the answers that was to be asked for; empty if all were
 * @param answers number of answers that count
 * @param asked number of answers that were asked for
 * @param untilFixed number of answers in the order of the agents, until the rest of an item could not change the leader of its
 *        plurality
 */
public record EffortSummary(OptionalDouble budget, long answers, long asked, long untilFixed) {}
