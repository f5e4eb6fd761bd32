/** The conversations so far of a harness, and the results of the calls in them. */
@NullMarked
package dev.waggle.signal.harness.session;

import org.jspecify.annotations.NullMarked;
