/**
 * Journals that a user names: how they are opened, what of them cannot be read, and which runs they hold. The format of
 * a journal belongs to {@code dev.waggle.journal.file}, the content of a run to {@code dev.waggle.swarm.review}.
 */
@NullMarked
package dev.waggle.cli.journal;

import org.jspecify.annotations.NullMarked;
