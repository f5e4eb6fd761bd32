/** Output for a person: text, colour, bars and progress, and the one-line error message. */
@NullMarked
package dev.waggle.cli.terminal;

import org.jspecify.annotations.NullMarked;
