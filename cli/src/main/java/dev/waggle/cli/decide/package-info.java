/**
 * Files of recorded votes: how they are read (CSV or JSON lines, by the column), what is left of the rows of an item,
 * what the votes say, how right that was, and how it is written. No flags live here; they stand on the command.
 */
@NullMarked
package dev.waggle.cli.decide;

import org.jspecify.annotations.NullMarked;
