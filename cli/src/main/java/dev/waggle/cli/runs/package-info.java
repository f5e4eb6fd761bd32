/** Repeated runs: their setup, stand-ins for their agents, and answers that are not in the log yet. */
@NullMarked
package dev.waggle.cli.runs;

import org.jspecify.annotations.NullMarked;
