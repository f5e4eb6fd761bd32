/** The conversations so far of a harness, the results of the calls in them, and the tokens of further requests. */
@NullMarked
package dev.waggle.signal.harness.session;

import org.jspecify.annotations.NullMarked;
