/** Runs that are done again: how they were set up, which of them have no end, and whether a log holds what it says. */
@NullMarked
package dev.waggle.cli.runs;

import org.jspecify.annotations.NullMarked;
