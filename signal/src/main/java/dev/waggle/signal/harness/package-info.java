/**
 * The port to models: {@link dev.waggle.signal.harness.Harness}, what it is asked and says, the context that it runs in,
 * the nine signals that every run yields and the factory of signals of this family. Nobody here knows a provider; those,
 * and what makes them dependable, live in rooms and modules above. The journal reads the JSON of this room back.
 */
@NullMarked
package dev.waggle.signal.harness;

import org.jspecify.annotations.NullMarked;
