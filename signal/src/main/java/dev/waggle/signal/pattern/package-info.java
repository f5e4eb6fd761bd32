/**
 * Patterns over types, such as {@code build:*} for everything about builds.
 *
 * <p>Here live the {@link dev.waggle.signal.pattern.Pattern} with its
 * {@link dev.waggle.signal.pattern.PatternDialect}s, and two indexes. {@link dev.waggle.signal.pattern.PatternIndex}
 * finds the patterns that match a type, as subscriptions need. {@link dev.waggle.signal.pattern.TypeIndex} finds the
 * types that match a pattern, as queries need. The use of the answers belongs to the packages above.
 */
@NullMarked
package dev.waggle.signal.pattern;

import org.jspecify.annotations.NullMarked;
