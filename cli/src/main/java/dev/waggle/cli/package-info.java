/**
 * The command {@code waggle}: wires the subcommands and reports failures. Every command lives in a room below
 * {@code command} or beside what it serves.
 */
@NullMarked
package dev.waggle.cli;

import org.jspecify.annotations.NullMarked;
