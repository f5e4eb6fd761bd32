/**
 * Journals that a user names: opening them, reporting unreadable places, and listing their runs. The format of a
 * journal belongs to {@code dev.waggle.journal.file}, the content of a run to {@code dev.waggle.review}.
 */
@NullMarked
package dev.waggle.cli.journal;

import org.jspecify.annotations.NullMarked;
