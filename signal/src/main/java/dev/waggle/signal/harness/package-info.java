/**
 * The port to models: {@link dev.waggle.signal.harness.Harness}, its input and output, and the context of a run. It
 * also holds the nine signals of every run and the factory of signals of this family. Providers, and the code that
 * makes them dependable, live in packages and modules above. The journal reads the JSON of this package back.
 */
@NullMarked
package dev.waggle.signal.harness;

import org.jspecify.annotations.NullMarked;
