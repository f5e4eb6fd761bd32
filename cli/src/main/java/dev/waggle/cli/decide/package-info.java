/**
 * Files of recorded votes (CSV or JSON lines, by the column): reading them and writing decisions on them. The
 * decisions are computed in {@code dev.waggle.review.batch}.
 */
@NullMarked
package dev.waggle.cli.decide;

import org.jspecify.annotations.NullMarked;
