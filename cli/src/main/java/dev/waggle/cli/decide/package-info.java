/**
 * Files of recorded votes: how they are read (CSV or JSON lines, by the column) and how decisions on them are written. What
 * the votes say is computed in {@code dev.waggle.swarm.review.batch}.
 */
@NullMarked
package dev.waggle.cli.decide;

import org.jspecify.annotations.NullMarked;
