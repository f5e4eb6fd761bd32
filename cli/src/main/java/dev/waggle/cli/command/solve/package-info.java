/**
 * Commands that run a solve or prepare one, and the targets of its output. Agents and models are made in
 * {@code dev.waggle.cli.models}.
 */
@NullMarked
package dev.waggle.cli.command.solve;

import org.jspecify.annotations.NullMarked;
