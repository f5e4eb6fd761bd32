/** Measures of text on a terminal: grapheme clusters and the columns that they take. */
@NullMarked
package dev.waggle.cli.text;

import org.jspecify.annotations.NullMarked;
