/**
 * Tools for tests of a user's own swarms.
 *
 * <pre>
 *   {@link dev.waggle.testing.ScriptedModel}    a model with scripted replies; records every request
 *   {@link dev.waggle.testing.TestWorld}        seeded chance and ids, and a clock that moves by hand or by itself
 *   {@link dev.waggle.testing.SwarmAssertions}  assertions for AssertJ
 *   {@link dev.waggle.testing.ReplaySwarm}      calls of models recorded once, then replayed without a model
 * </pre>
 *
 * <p>Not here: fakes of providers on the wire.
 */
@NullMarked
package dev.waggle.testing;

import org.jspecify.annotations.NullMarked;
