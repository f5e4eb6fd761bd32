/**
 * Decisions on many items from recorded votes, and their accuracy if the truth is known. Reading votes from files and
 * writing reports are the work of callers.
 */
@NullMarked
package dev.waggle.review.batch;

import org.jspecify.annotations.NullMarked;
