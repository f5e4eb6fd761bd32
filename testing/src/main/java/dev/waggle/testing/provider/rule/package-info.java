/**
 * Rules of providers that need nothing but the JSON of a request. They are about published shapes, schemas and the order
 * of turns, and about prompt caches and context windows. Internal; the package above has what tests use.
 */
@NullMarked
package dev.waggle.testing.provider.rule;

import org.jspecify.annotations.NullMarked;
