/** What a person sees: text, colour, bars and progress, and the one line that says what went wrong. */
@NullMarked
package dev.waggle.cli.terminal;

import org.jspecify.annotations.NullMarked;
