/** Operations on what a data folder holds beside runs: threads, recordings, states, schemas, models, memories. */
@NullMarked
package dev.waggle.server.api.data;

import org.jspecify.annotations.NullMarked;
