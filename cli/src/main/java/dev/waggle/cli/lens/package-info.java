/**
 * Lenses for users: names, cards, and findings in a run, as text and JSON. The replay itself belongs to {@code
 * dev.waggle.review.lens}.
 */
@NullMarked
package dev.waggle.cli.lens;

import org.jspecify.annotations.NullMarked;
