/**
 * Commands for the shell: completion of words, and manual pages. Both are made from the model of the commands, so they
 * hold every command and every option.
 */
@NullMarked
package dev.waggle.cli.command.shell;

import org.jspecify.annotations.NullMarked;
