/**
 * Commands on finished work: explanation, lenses, comparison with the log, decisions on recorded votes. They parse
 * options and print; {@code dev.waggle.review} computes.
 */
@NullMarked
package dev.waggle.cli.command.review;

import org.jspecify.annotations.NullMarked;
