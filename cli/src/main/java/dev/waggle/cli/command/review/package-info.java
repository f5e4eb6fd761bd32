/**
 * Commands that look at finished work: explanation, lenses, comparison with the log, decisions on recorded votes. They
 * parse options and print; the computing is that of {@code dev.waggle.swarm.review}.
 */
@NullMarked
package dev.waggle.cli.command.review;

import org.jspecify.annotations.NullMarked;
