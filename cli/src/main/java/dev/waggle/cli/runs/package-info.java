/** Repeated and resumed runs: their setup, their memory, and stand-ins for their agents. */
@NullMarked
package dev.waggle.cli.runs;

import org.jspecify.annotations.NullMarked;
