/**
 * Recorded sets for {@code waggle eval}: reading them from files and folders, and writing reports on them as a table,
 * as JSON and as a page. The metrics are computed in {@code dev.waggle.review.evaluation}.
 */
@NullMarked
package dev.waggle.cli.evaluation;

import org.jspecify.annotations.NullMarked;
