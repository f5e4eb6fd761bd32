/**
 * Patterns over types: "everything about builds" in one word.
 *
 * <p>Here live the {@link dev.waggle.signal.pattern.Pattern} with its {@link dev.waggle.signal.pattern.PatternDialect}s, and
 * two indexes: {@link dev.waggle.signal.pattern.PatternIndex} finds the patterns that match a type (who subscribed?),
 * {@link dev.waggle.signal.pattern.TypeIndex} the types that match a pattern (what is there?). What is done with the
 * answer lives in the rooms above.
 */
@NullMarked
package dev.waggle.signal.pattern;

import org.jspecify.annotations.NullMarked;
