/**
 * View of a run for pages: its marks, agents, proposals, limits and the votes decided again, in one pass over its log.
 * Its JSON belongs to {@code dev.waggle.review.json}.
 */
@NullMarked
package dev.waggle.review.view;

import org.jspecify.annotations.NullMarked;
