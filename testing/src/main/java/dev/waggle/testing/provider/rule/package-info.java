/**
 * Rules of providers that need nothing but the JSON of a request: published shapes, schemas, the order of turns, and what
 * a prompt cache or a context window makes of a prompt. Internal; the package above has what tests use.
 */
@NullMarked
package dev.waggle.testing.provider.rule;

import org.jspecify.annotations.NullMarked;
