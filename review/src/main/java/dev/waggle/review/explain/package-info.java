/**
 * Explanation of a run: its votes counted again, the causes of its decision, the effect of its findings. Computes from
 * entries; reading files and writing reports are the work of callers.
 */
@NullMarked
package dev.waggle.review.explain;

import org.jspecify.annotations.NullMarked;
